import type { AuditEntry } from "#contract/admin/audit.ts";
import { call } from "#web/lib/call.ts";
import { idField, pageField } from "#web/lib/filters/address-filters.ts";
import { choicesOf, endField, list, searchField, selectField, startField } from "#web/lib/filters/list.ts";

const kindWords: Record<AuditEntry["kind"], string> = {
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
  "stock-take": "Stock-takes",
  thesaurus: "Thesaurus",
  calendar: "School calendars",
  import: "Imports and exports",
};

export const auditEntries = list({
  path: "/admin/audit",
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
    call("GET Audit/GetEntries", { query: { ...rest, kind, subjectId: kind === "" ? 0 : subjectId } }, context),
  settle: (chosen, before) => (chosen.kind === before.kind ? chosen : { ...chosen, subjectId: 0 }),
});
