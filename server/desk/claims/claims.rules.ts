import { statuses } from "#contract/catalog/codes.ts";
import type { ClaimKind } from "#contract/desk/claims.ts";
import { costOfParts } from "#contract/catalog/parts.ts";
import { centsOf } from "#contract/wire/money.ts";
import type { Reason } from "#contract/wire/reasons.ts";

/** The state that a loan must be in before its claim is opened, and while it is open. */
const loans: Record<ClaimKind, { before: string; during: string }> = {
  lost: { before: "out", during: "lost" },
  "claimed returned": { before: "out", during: "out" },
  "parts missing": { before: "returned", during: "returned" },
  damaged: { before: "returned", during: "returned" },
};

type Loan = { orderId: number; statusId: number; loan: string; openKind: ClaimKind | null };

/** Why no claim of this kind can be opened; undefined when it can. What was claimed returned may turn out to be lost. */
export function objectionToOpening(kind: ClaimKind, { orderId, statusId, loan, openKind }: Loan): Reason | undefined {
  if (openKind !== null && !(openKind === "claimed returned" && kind === "lost")) return { kind: "claim-open" };
  const { before } = loans[kind];
  if (loan !== before) {
    return before === "out" ? { kind: "copy-not-out", inactiveReason: null } : { kind: "copy-not-back" };
  }
  return before === "out" && statusId !== statuses.shipped ? { kind: "order-not-shipped", orderId } : undefined;
}

/** Why a closed claim cannot be open again; undefined when it can. */
export function objectionToReopening(kind: ClaimKind, loan: string, openKind: ClaimKind | null): Reason | undefined {
  if (loan !== loans[kind].during) return { kind: "claim-over" };
  return openKind === null ? undefined : { kind: "claim-open" };
}

/** What a claim costs before anybody said otherwise, in cents: its missing parts, where that is known, else the whole title. */
export function firstCost(missingParts: string, replacementCost: string): number {
  return centsOf(costOfParts(missingParts)) || centsOf(replacementCost);
}
