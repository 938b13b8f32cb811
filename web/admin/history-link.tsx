import { History } from "#web/ui/icons.tsx";
import { activityLog } from "./admin-queries.ts";
import { ButtonLink } from "#web/ui/actions/button.tsx";

type HistoryLinkProps = Parameters<typeof activityLog.href>[0] & { children?: string };

export function HistoryLink({ children = "History", ...filters }: HistoryLinkProps) {
  return (
    <ButtonLink to={activityLog.href(filters)} look="quiet" icon={<History size={18} />}>
      {children}
    </ButtonLink>
  );
}
