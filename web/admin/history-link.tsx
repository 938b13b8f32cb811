import { History } from "#web/ui/icons.tsx";
import { auditEntries } from "./admin-queries.ts";
import { ButtonLink } from "#web/ui/actions/button.tsx";

type HistoryLinkProps = Parameters<typeof auditEntries.href>[0] & { children?: string };

export function HistoryLink({ children = "History", ...filters }: HistoryLinkProps) {
  return (
    <ButtonLink to={auditEntries.href(filters)} look="quiet" icon={<History size={18} />}>
      {children}
    </ButtonLink>
  );
}
