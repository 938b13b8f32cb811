import type { ActivityEntry } from "#contract/admin/activity-log.ts";
import { call, CallFailed } from "#web/lib/call.ts";
import { idField, pageField } from "#web/lib/filters/address-filters.ts";
import { choicesOf, endField, list, searchField, selectField, startField } from "#web/lib/filters/list.ts";
import { dataQuery } from "#web/lib/queries.ts";
import { queryOptions } from "@tanstack/react-query";

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
  thesaurus: "Thesaurus",
  calendar: "School calendars",
  import: "Imports and exports",
};

export const activityLog = list({
  path: "/admin/activity-log",
  filters: {
    searchString: searchField("q", "Search the audit", { placeholder: "A title or order number" }),
    kind: selectField("kind", "What", [{ value: "", label: "Everything" }, ...choicesOf(kindWords)]),
    /** Of a thing of its kind. */
    subjectId: idField("id"),
    userId: { ...idField("user"), input: { kind: "choice", label: "Who" } },
    startDate: startField(),
    endDate: endField(),
    page: pageField(),
  },
  key: ["audit"],
  ask: ({ kind, subjectId, ...rest }, context) =>
    call("GET ActivityLog/GetEntries", { query: { ...rest, kind, subjectId: kind === "" ? 0 : subjectId } }, context),
  settle: (chosen, before) => (chosen.kind === before.kind ? chosen : { ...chosen, subjectId: 0 }),
});

export const settingsQuery = dataQuery(["settings"], (context) => call("GET Settings/Get", {}, context));

/** What runs here; looked at again while the page is open. */
export const systemQuery = queryOptions({
  queryKey: ["system"],
  queryFn: async ({ signal }) => (await call("GET System/Get", {}, { signal })).data,
  staleTime: 0,
  // what somebody asked for ends within seconds
  refetchInterval: ({ state: { data } }) => (data?.stock.isRunning || data?.backup.isRunning ? 2000 : 30_000),
});

/** Which version it is; null when this session may not know it, which is said by what the page itself asks for. */
export const releaseQuery = queryOptions({
  queryKey: ["system", "release"],
  queryFn: async ({ signal }) => {
    try {
      return (await call("GET System/GetRelease", {}, { signal })).data;
    } catch (error) {
      if (error instanceof CallFailed) return null;
      throw error;
    }
  },
  staleTime: ({ state }) => (state.data ? Infinity : 0),
  meta: { background: true },
});
