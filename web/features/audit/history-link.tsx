import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { History } from "#web/ui/icons.tsx";
import { type AuditFilters, auditFilters } from "./audit-filters.ts";

/** A link to the audit: of everything, of one kind, or of one thing. */
export function HistoryLink({ children = "History", ...filters }: Partial<AuditFilters> & { children?: string }) {
  return (
    <ButtonLink to={auditFilters.href(filters)} look="quiet" icon={<History size={18} />}>
      {children}
    </ButtonLink>
  );
}
