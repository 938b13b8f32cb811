import { statuses } from "#contract/catalog/codes.ts";
import type { ClaimKind } from "#contract/desk/claims.ts";
import { costOfParts } from "#contract/catalog/parts.ts";
import { centsOf } from "#contract/wire/money.ts";
import type { Reason } from "#contract/wire/reasons.ts";

/** The state of a loan before its claim is opened, and while it is open. */
const loans: Record<ClaimKind, { before: string; during: string }> = {
  lost: { before: "out", during: "lost" },
  "claimed returned": { before: "out", during: "out" },
  "parts missing": { before: "returned", during: "returned" },
  damaged: { before: "returned", during: "returned" },
};

type Loan = { orderId: number; statusId: number; loan: string; openKind: ClaimKind | null };

/** Returns why a claim can't be opened, if so. A copy claimed returned may still be declared lost. */
export function objectionToOpening(kind: ClaimKind, { orderId, statusId, loan, openKind }: Loan): Reason | undefined {
  if (openKind !== null && !(openKind === "claimed returned" && kind === "lost")) return { kind: "claim-open" };
  const { before } = loans[kind];
  if (loan !== before) {
    return before === "out" ? { kind: "copy-not-out", inactiveReason: null } : { kind: "copy-not-back" };
  }
  return before === "out" && statusId !== statuses.shipped ? { kind: "order-not-shipped", orderId } : undefined;
}

/** Returns why a closed claim can't be reopened, if so. */
export function objectionToReopening(kind: ClaimKind, loan: string, openKind: ClaimKind | null): Reason | undefined {
  if (loan !== loans[kind].during) return { kind: "claim-over" };
  return openKind === null ? undefined : { kind: "claim-open" };
}

/** Returns the default cost of a claim in cents: that of its missing parts if known, or else of the whole title. */
export function firstCost(missingParts: string, replacementCost: string): number {
  return centsOf(costOfParts(missingParts)) || centsOf(replacementCost);
}
