import { statuses } from "#contract/catalog/codes.ts";
import type { ClaimKind } from "#contract/desk/claims.ts";
import { costOfParts } from "#contract/catalog/parts.ts";
import { centsOf } from "#contract/wire/money.ts";
import type { Reason } from "#contract/wire/refusals.ts";

type Loan = { orderId: number; statusId: number; loan: string; openKind: ClaimKind | null };

/** Returns the reason a claim can't be opened, if any. A copy claimed returned may still be declared lost. */
export function objectionToOpening(kind: ClaimKind, { orderId, statusId, loan, openKind }: Loan): Reason | undefined {
  if (openKind !== null && !(openKind === "claimed returned" && kind === "lost")) return { kind: "claim-open" };
  const before = kind === "lost" || kind === "claimed returned" ? "out" : "returned";
  if (loan !== before) {
    return before === "out" ? { kind: "copy-not-out", inactiveReason: null } : { kind: "copy-not-back" };
  }
  return before === "out" && statusId !== statuses.shipped ? { kind: "order-not-shipped", orderId } : undefined;
}

/** Returns the default cost of a claim in cents: that of its missing parts if known, or else of the whole title. */
export function firstCost(missingParts: string, replacementCost: string): number {
  return centsOf(costOfParts(missingParts)) || centsOf(replacementCost);
}
