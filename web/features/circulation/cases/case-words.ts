import { type CaseKind, caseKinds, type Outcome, type StaffCase } from "#contract/desk/cases.ts";
import { centsOf, dollars } from "#contract/wire/money.ts";

export const kindWords: Record<CaseKind, string> = {
  lost: "Lost",
  "claimed returned": "Claimed returned",
  "parts missing": "Parts missing",
  damaged: "Damaged",
};

export const kindChoices = [
  { value: "", label: "All kinds" },
  ...caseKinds.map((kind) => ({ value: kind, label: kindWords[kind] })),
];

export const outcomeWords: Record<Outcome, string> = {
  paid: "Paid",
  replaced: "Replaced",
  waived: "Waived",
  found: "Copy came back",
  lost: "Declared lost",
  undone: "Undone",
};

/** An amount for readers; a dash for none. */
export const costInWords = ({ cost }: Pick<StaffCase, "cost">) => (centsOf(cost) === 0 ? "–" : dollars(centsOf(cost)));
