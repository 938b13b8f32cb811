import { statuses } from "#contract/catalog/codes.ts";
import { mayBeCopy } from "#contract/desk/search.ts";
import type { ScanOutcome } from "#contract/desk/inventory-counts.ts";
import { readLabel } from "#contract/catalog/label-code.ts";

/** A scan names a copy by its id, or by a typed label. */
export type NamedCopy = { copyId: number | null; label: string | null };

export function copyNamedIn(text: string): NamedCopy {
  const label = readLabel(text);
  if (label) return { copyId: label.inventoryItemId, label: null };
  return { copyId: /^\d{1,9}$/.test(text) ? Number(text) : null, label: mayBeCopy(text) ? text : null };
}

/** Returns whether a shelf location is within another: "A" includes A1 and A2, but "A1" doesn't include A12. */
export function isShelvedAt(shelfLocation: string, place: string): boolean {
  const [whole, prefix] = [shelfLocation.trim().toLowerCase(), place.trim().toLowerCase()];
  if (!whole.startsWith(prefix)) return false;
  const edge = (prefix.at(-1) ?? "") + (whole[prefix.length] ?? "");
  return !/^(\d\d|\p{L}\p{L})$/u.test(edge);
}

/** `known` is null when the copy isn't on the list. */
export type ScannedState = {
  known: string | null;
  is_inactive: boolean;
  is_archived: boolean;
  is_held: boolean;
  status_id: number | null;
  shelf_location: string;
};

/** Returns the outcome of a scan; `place` is empty when unknown. */
export function outcomeOf(copy: ScannedState, place: string): ScanOutcome {
  if (copy.status_id === statuses.shipped) return "out";
  if (copy.status_id !== null || copy.is_inactive || copy.is_archived) return "unexpected";
  if (copy.is_held) return "held";
  if (copy.shelf_location !== "" && !isShelvedAt(copy.shelf_location, place)) return "misplaced";
  return copy.known === null || copy.known === "unlisted" ? "unexpected" : "found";
}

/** Limits the time of a scan to the inventory count so far, as a phone's clock may be wrong. */
export function withinInventoryCount(at: string, startedAt: Date, now: Date): Date {
  return new Date(Math.min(Math.max(Date.parse(at), startedAt.getTime()), now.getTime()));
}

/** Merges scans with the same id; one undone copy makes the scan undone. */
export function eachOnce<Scan extends { scanId: string; isUndone: boolean }>(scans: readonly Scan[]): Scan[] {
  const once = new Map<string, Scan>();
  for (const scan of scans) {
    const earlier = once.get(scan.scanId);
    once.set(scan.scanId, earlier ? { ...earlier, isUndone: earlier.isUndone || scan.isUndone } : scan);
  }
  return [...once.values()];
}

export function inventoryCountName({
  subject_name,
  shelf_location,
}: {
  subject_name: string | null;
  shelf_location: string;
}): string {
  const parts = [subject_name ?? "", shelf_location && `shelf location ${shelf_location}`].filter(Boolean);
  return `Inventory count of ${parts.length === 0 ? "everything" : parts.join(", ")}`;
}
