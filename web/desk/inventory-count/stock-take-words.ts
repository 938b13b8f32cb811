import type { CountedScan, StockTake, StockTakeList } from "#contract/desk/stock-takes.ts";
import { readLabel } from "#contract/catalog/labels.ts";

export function scopeOf({ subjectName, shelfPlace }: Pick<StockTake, "subjectName" | "shelfPlace">): string {
  const parts = [subjectName, shelfPlace && `Shelf ${shelfPlace}`].filter(Boolean);
  return parts.length === 0 ? "Everything" : parts.join(", ");
}

export function namedInBrowser(text: string): string {
  const label = readLabel(text);
  return label ? `Label #${label.skuNumber}` : text;
}

export function resultOf({ outcome, isRepeat, isUndone, copy }: CountedScan): { words: string; isGood: boolean } {
  if (isUndone) return { words: "Undone", isGood: true };
  if (outcome === "unknown" || !copy) {
    return { words: "Unknown code: type the SKU with the copy number", isGood: false };
  }
  if (outcome === "out") {
    return { words: `Out: the library thinks it is with a borrower${onOrder(copy.orderId)}`, isGood: false };
  }
  if (outcome === "held") return { words: `On hold${forWhom(copy)}: bring it to the hold shelf`, isGood: false };
  if (outcome === "misplaced") return { words: `Misplaced: it belongs at ${copy.shelfPlace}`, isGood: false };
  if (outcome === "found") return { words: isRepeat ? "Already counted" : "Found", isGood: true };
  return { words: `Unexpected: ${whyUnexpected(copy)}`, isGood: false };
}

const forWhom = ({ heldFor }: NonNullable<CountedScan["copy"]>) =>
  heldFor === null ? "" : ` for ${heldFor.borrowerName}, ${heldFor.schoolName}`;

const onOrder = (orderId: number | null) => (orderId === null ? "" : ` (order #${orderId})`);

function whyUnexpected({ isArchived, isInactive, inactiveReason, orderId }: NonNullable<CountedScan["copy"]>): string {
  if (isArchived) return "it is archived";
  if (isInactive) return `it is inactive${inactiveReason === null ? "" : ` (${inactiveReason})`}`;
  return orderId === null ? "it is not on the list" : `it is packed for order #${orderId}`;
}

/** The names of the lists; while it is open, what is missing was not found yet. */
export const listNames: Record<StockTakeList, string> = {
  missing: "Missing",
  unexpected: "Unexpected",
  misplaced: "Misplaced",
  out: "Scanned but out",
  held: "Scanned but on hold",
};
