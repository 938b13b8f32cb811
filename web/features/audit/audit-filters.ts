import type { AuditEntry } from "#contract/audit.ts";
import {
  addressFilters,
  type AddressFilters,
  choiceField,
  idField,
  pageField,
  textField,
} from "#web/lib/filters/address-filters.ts";
import { dayField } from "#web/lib/filters/day-range.ts";

type AuditKind = AuditEntry["kind"] | "";

/** The audit's filters; 0 and empty mean no filter. `subjectId` only counts with a kind. */
export type AuditFilters = {
  kind: AuditKind;
  subjectId: number;
  userId: number;
  text: string;
  startDate: string;
  endDate: string;
  page: number;
};

export const auditPageSize = 25;

/** The kinds in display order with their labels. */
export const auditKindNames: readonly { value: AuditKind; label: string }[] = [
  { value: "", label: "Everything" },
  { value: "item", label: "Items" },
  { value: "order", label: "Orders" },
  { value: "news", label: "News" },
  { value: "picture", label: "Pictures" },
  { value: "document", label: "Documents" },
  { value: "borrowers", label: "Borrowers" },
  { value: "site", label: "Site content" },
  { value: "subscribers", label: "Mailing list" },
  { value: "mail", label: "Mail" },
  { value: "staff", label: "Staff" },
  { value: "settings", label: "Settings" },
  { value: "system", label: "System" },
  { value: "stock-take", label: "Stock-takes" },
  { value: "thesaurus", label: "Thesaurus" },
  { value: "calendar", label: "School calendars" },
  { value: "import", label: "Imports and exports" },
];

export const auditFilters = withinItsKind(
  addressFilters<AuditFilters>("/admin/audit", {
    kind: choiceField(
      "kind",
      "",
      auditKindNames.map(({ value }) => value),
    ),
    subjectId: idField("id"),
    userId: idField("user"),
    text: textField("q"),
    startDate: dayField("from"),
    endDate: dayField("to"),
    page: pageField(),
  }),
);

/** An id names something only together with its kind. */
function withinItsKind(filters: AddressFilters<AuditFilters>): AddressFilters<AuditFilters> {
  const known = <Some extends Partial<AuditFilters>>(some: Some): Some =>
    some.kind ? some : { ...some, subjectId: 0 };
  return {
    ...filters,
    read: (search) => known(filters.read(search)),
    href: (some = {}) => filters.href(known(some)),
  };
}
