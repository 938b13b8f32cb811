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
  synonyms: "Synonyms",
  calendar: "School calendars",
  import: "Imports and exports",
};

export const activityLog = list({
  path: "/admin/activity-log",
  filters: {
    searchString: searchField("q", "Search the activity log", { placeholder: "A title or order number" }),
    kind: selectField("kind", "What", [{ value: "", label: "Everything" }, ...choicesOf(kindWords)]),
    /** Meaningful only with a kind. */
    subjectId: idField("id"),
    userId: { ...idField("user"), input: { kind: "choice", label: "Who" } },
    startDate: startField(),
    endDate: endField(),
    page: pageField(),
  },
  key: ["activity log"],
  ask: ({ kind, subjectId, ...rest }, context) =>
    call("GET ActivityLog/GetEntries", { query: { ...rest, kind, subjectId: kind === "" ? 0 : subjectId } }, context),
  settle: (chosen, before) => (chosen.kind === before.kind ? chosen : { ...chosen, subjectId: 0 }),
});

export const settingsQuery = dataQuery(["settings"], (context) => call("GET Settings/Get", {}, context));

/** Returns the state of the system; refetched while the page is open. */
export const systemQuery = queryOptions({
  queryKey: ["system"],
  queryFn: async ({ signal }) => (await call("GET System/Get", {}, { signal })).data,
  staleTime: 0,
  // a requested check or backup takes seconds
  refetchInterval: ({ state: { data } }) => (data?.stock.isRunning || data?.backup.isRunning ? 2000 : 30_000),
});

/** Returns the version; null when this session may not know it, because the page's own calls show that error. */
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

/** Returns a version that can be read out on the phone: "0.1.0 (feb373d3)". */
export function releaseWords({ version, commit }: { version: string; commit: string }): string {
  return commit === "" ? version : `${version} (${commit})`;
}
