import { statuses } from "#contract/catalog/codes.ts";
import { mayBeCopy } from "#contract/desk/search.ts";
import type { ScanOutcome } from "#contract/desk/inventory-counts.ts";
import { readLabel } from "#contract/catalog/labels.ts";

/** What a scan may name: a copy by its number, or by what its label says. */
export type NamedCopy = { copyId: number | null; label: string | null };

export function readScan(text: string): NamedCopy {
  const label = readLabel(text);
  if (label) return { copyId: label.inventoryItemId, label: null };
  return { copyId: /^\d{1,9}$/.test(text) ? Number(text) : null, label: mayBeCopy(text) ? text : null };
}

/** Whether what stands at `shelfPlace` is at this place: "A" has A1 and A2, but "A1" does not have A12. */
export function standsAt(shelfPlace: string, place: string): boolean {
  const [whole, beginning] = [shelfPlace.trim().toLowerCase(), place.trim().toLowerCase()];
  if (!whole.startsWith(beginning)) return false;
  const edge = (beginning.at(-1) ?? "") + (whole[beginning.length] ?? "");
  return !/^(\d\d|\p{L}\p{L})$/u.test(edge);
}

/** A copy at the moment of its scan; `known` is null when it is not on the list. */
export type ScannedState = {
  known: string | null;
  is_inactive: boolean;
  is_archived: boolean;
  is_held: boolean;
  status_id: number | null;
  shelf_place: string;
};

/** What a scan at this place says; the place is empty when nobody said where. */
export function outcomeOf(copy: ScannedState, place: string): ScanOutcome {
  if (copy.status_id === statuses.shipped) return "out";
  if (copy.status_id !== null || copy.is_inactive || copy.is_archived) return "unexpected";
  if (copy.is_held) return "held";
  if (copy.shelf_place !== "" && !standsAt(copy.shelf_place, place)) return "misplaced";
  return copy.known === null || copy.known === "unlisted" ? "unexpected" : "found";
}

/** When a browser says that it scanned, whose clock may be wrong. */
export function withinInventoryCount(at: string, startedAt: Date, now: Date): Date {
  return new Date(Math.min(Math.max(Date.parse(at), startedAt.getTime()), now.getTime()));
}

/** Each scan once; it is undone when it is so anywhere. */
export function eachOnce<Scan extends { scanId: string; isUndone: boolean }>(scans: readonly Scan[]): Scan[] {
  const once = new Map<string, Scan>();
  for (const scan of scans) {
    const before = once.get(scan.scanId);
    once.set(scan.scanId, before ? { ...before, isUndone: before.isUndone || scan.isUndone } : scan);
  }
  return [...once.values()];
}

export function inventoryCountName({
  subject_name,
  shelf_place,
}: {
  subject_name: string | null;
  shelf_place: string;
}): string {
  const parts = [subject_name ?? "", shelf_place && `shelf place ${shelf_place}`].filter(Boolean);
  return `Inventory count of ${parts.length === 0 ? "everything" : parts.join(", ")}`;
}
