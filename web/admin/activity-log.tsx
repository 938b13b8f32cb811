import { History } from "#web/ui/icons.tsx";
import { activityLog } from "./admin-queries.ts";
import { ButtonLink } from "#web/ui/actions/button.tsx";

export function HistoryLink(filters: Parameters<typeof activityLog.href>[0]) {
  return (
    <ButtonLink to={activityLog.href(filters)} look="quiet" icon={<History size={18} />}>
      Activity log
    </ButtonLink>
  );
}
