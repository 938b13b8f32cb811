import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { History } from "#web/ui/icons.tsx";
import { auditEntries } from "./audit-entries.ts";

type HistoryLinkProps = Parameters<typeof auditEntries.href>[0] & { children?: string };

export function HistoryLink({ children = "History", ...filters }: HistoryLinkProps) {
  return (
    <ButtonLink to={auditEntries.href(filters)} look="quiet" icon={<History size={18} />}>
      {children}
    </ButtonLink>
  );
}
