import { type SecurityKind, securityKinds } from "#contract/staff/security-trail.ts";
import { addressFilters, choiceField, pageField, textField } from "#web/lib/filters/address-filters.ts";
import { dayField } from "#web/lib/filters/day-range.ts";
import { kindWords } from "./security-words.ts";

/** The filters of the security trail; empty means no filter. */
export type SecurityFilters = {
  kind: SecurityKind | "";
  userName: string;
  address: string;
  startDate: string;
  endDate: string;
  page: number;
};

export const securityPageSize = 25;

export const kindChoices: readonly { value: SecurityFilters["kind"]; label: string }[] = [
  { value: "", label: "Everything" },
  ...securityKinds.map((kind) => ({ value: kind, label: kindWords[kind] })),
];

export const securityFilters = addressFilters<SecurityFilters>("/admin/security", {
  kind: choiceField(
    "kind",
    "",
    kindChoices.map(({ value }) => value),
  ),
  userName: textField("user"),
  address: textField("address"),
  startDate: dayField("from"),
  endDate: dayField("to"),
  page: pageField(),
});
