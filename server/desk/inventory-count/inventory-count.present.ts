import { presentInList } from "#server/catalog/public.ts";
import type { CountedScan, ListedCopy, OpenInventoryCount, InventoryCount } from "#contract/desk/inventory-counts.ts";
import type { ScannerRow, ScanRow, UnsentRow } from "./scans.queries.ts";
import type { ListedRow, InventoryCountRow } from "./inventory-count.queries.ts";

export function presentInventoryCount(row: InventoryCountRow): InventoryCount {
  return {
    inventoryCountId: row.inventory_count_id,
    subjectId: row.subject_id ?? 0,
    subjectName: row.subject_name ?? "",
    shelfLocation: row.shelf_location,
    startedAt: row.started_at.toISOString(),
    startedByName: row.started_by_name ?? "",
    closedAt: row.closed_at?.toISOString() ?? null,
    closedByName: row.closed_by_name ?? "",
    expected: row.expected,
    knownOut: row.known_out,
    knownPacked: row.known_packed,
    knownHeld: row.known_held,
    knownInactive: row.known_inactive,
    knownArchived: row.known_archived,
  };
}

export function presentScan(row: ScanRow): CountedScan {
  return {
    scanId: row.scan_id,
    text: row.scanned,
    at: row.scanned_at.toISOString(),
    isUndone: row.is_undone,
    outcome: row.outcome,
    isRepeat: row.is_repeat,
    copy:
      row.copy_id === null
        ? null
        : {
            inventoryItemId: row.copy_id,
            inventoryId: row.item_id ?? 0,
            skuNumber: row.sku_number ?? "",
            copyNumber: row.copy_number ?? 0,
            title: row.title ?? "",
            language: row.language ?? "",
            shelfLocation: row.shelf_location ?? "",
            isInactive: row.is_inactive ?? false,
            inactiveReason: row.inactive_reason,
            isArchived: row.is_archived,
            orderId: row.order_id,
            heldFor: row.held_for,
          },
  };
}

export function presentListed(row: ListedRow): ListedCopy {
  return {
    ...presentInList(row),
    shelfLocation: row.shelf_location,
    isInactive: row.is_inactive,
    inactiveReason: row.inactive_reason,
    isArchived: row.is_archived,
    orderId: row.order_id,
    heldFor: row.held_for,
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
    seenAt: row.seen_at?.toISOString() ?? null,
    seenBy: row.seen_by_name ?? "",
    seenPlace: row.seen_place,
    isMarked: row.marked_at !== null,
  };
}

export function presentUnsent(row: UnsentRow): OpenInventoryCount["unsent"][number] {
  const [since, saidAt] = [row.unsent_since.toISOString(), row.reported_at.toISOString()];
  return { userName: row.name ?? "", scans: row.unsent, since, saidAt };
}

export function presentScanner(row: ScannerRow): OpenInventoryCount["scanners"][number] {
  return { userName: row.name ?? "", scans: Number(row.scans), lastAt: row.last_at.toISOString() };
}
