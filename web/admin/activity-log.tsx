import type { ActivityEntry } from "#contract/admin/activity-log.ts";
import { call } from "#web/lib/call.ts";
import { idField, pageField } from "#web/lib/filters/address-filters.ts";
import { choicesOf, endField, list, searchField, selectField, startField } from "#web/lib/filters/list.ts";
import { History } from "#web/ui/icons.tsx";
import { ButtonLink } from "#web/ui/actions/button.tsx";

const kindWords: Record<ActivityEntry["kind"], string> = {
  item: "Items",
  order: "Orders",
  news: "News",
  picture: "Pictures",
  document: "Documents",
  borrowers: "Borrowers",
  site: "Site content",
  subscribers: "Mailing list",
  mail: "Mail",
  staff: "Staff",
  settings: "Settings",
  system: "System",
  "inventory-count": "Inventory counts",
  synonyms: "Synonyms",
  calendar: "School calendars",
  import: "Imports and exports",
};

export const activityLog = list({
  path: "/admin/activity-log",
  filters: {
    searchString: searchField("q", "Search the activity log", { placeholder: "A title or order number" }),
    kind: selectField("kind", "What", [{ value: "", label: "Everything" }, ...choicesOf(kindWords)]),
    /** Ignored without a kind. */
    subjectId: idField("id"),
    userId: { ...idField("user"), input: { kind: "choice", label: "Who" } },
    startDate: startField(),
    endDate: endField(),
    page: pageField(),
  },
  key: ["activity log"],
  ask: ({ kind, subjectId, ...rest }, context) =>
    call("GET ActivityLog/GetEntries", { query: { ...rest, kind, subjectId: kind === "" ? 0 : subjectId } }, context),
  settle: (next, previous) => (next.kind === previous.kind ? next : { ...next, subjectId: 0 }),
});

export function HistoryLink(filters: Parameters<typeof activityLog.href>[0]) {
  return (
    <ButtonLink to={activityLog.href(filters)} look="quiet" icon={<History size={18} />}>
      Activity log
    </ButtonLink>
  );
}
