import type { ReturnedCopy } from "#contract/desk/returns.ts";
import type { Undo } from "#web/ui/code-scanner/session-scans.ts";
import { copyName } from "../order-details/copy-name.ts";

/** Where a copy goes now, in words. */
export function whereTo({ goesTo, neededBy, heldFor, shelfPlace }: ReturnedCopy): string {
  if (goesTo === "inspection") return "Set aside for inspection";
  if (heldFor) return `Do not shelve: hold for ${heldFor.borrowerName}, ${heldFor.schoolName}`;
  return neededBy
    ? `Do not shelve: order #${neededBy.orderId}, ${neededBy.schoolName}`
    : `Back on the shelf ${shelfPlace}`.trim();
}

/** A check-in in words. */
export function checkedIn(copy: ReturnedCopy): string {
  const out = copy.copiesOut === 0 ? "Everything is back." : `${copy.copiesOut} of ${copy.copiesSent} still out.`;
  const lost = copy.lostCase ? " It was lost: its case is closed." : "";
  return `Checked in: ${copy.title}, ${copyName(copy)}. ${whereTo(copy)}. ${out}${lost}`;
}

/** How a check-in is undone. */
export const undoOfCheckIn = (copy: ReturnedCopy): Undo => ({
  returnId: copy.returnId,
  words: `Undone: ${copyName(copy)} is ${copy.lostCase ? "lost" : "out"} again.`,
});
