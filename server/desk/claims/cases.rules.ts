import { statuses } from "#contract/catalog/codes.ts";
import type { CaseKind } from "#contract/desk/cases.ts";
import { costOfParts } from "#contract/catalog/parts.ts";
import { centsOf } from "#contract/wire/money.ts";
import type { Reason } from "#contract/wire/reasons.ts";

/** The state that a loan must be in before its case is opened, and while it is open. */
const loans: Record<CaseKind, { before: string; during: string }> = {
  lost: { before: "out", during: "lost" },
  "claimed returned": { before: "out", during: "out" },
  "parts missing": { before: "returned", during: "returned" },
  damaged: { before: "returned", during: "returned" },
};

type Loan = { orderId: number; statusId: number; loan: string; openKind: CaseKind | null };

/** Why no case of this kind can be opened; undefined when it can. What was claimed returned may turn out to be lost. */
export function objectionToOpening(kind: CaseKind, { orderId, statusId, loan, openKind }: Loan): Reason | undefined {
  if (openKind !== null && !(openKind === "claimed returned" && kind === "lost")) return { kind: "case-open" };
  const { before } = loans[kind];
  if (loan !== before) {
    return before === "out" ? { kind: "copy-not-out", inactiveReason: null } : { kind: "copy-not-back" };
  }
  return before === "out" && statusId !== statuses.shipped ? { kind: "order-not-shipped", orderId } : undefined;
}

/** Why a closed case cannot be open again; undefined when it can. */
export function objectionToReopening(kind: CaseKind, loan: string, openKind: CaseKind | null): Reason | undefined {
  if (loan !== loans[kind].during) return { kind: "case-over" };
  return openKind === null ? undefined : { kind: "case-open" };
}

/** What a case costs before anybody said otherwise, in cents: its missing parts, where that is known, else the whole title. */
export function firstCost(missingParts: string, replacementCost: string): number {
  return centsOf(costOfParts(missingParts)) || centsOf(replacementCost);
}
