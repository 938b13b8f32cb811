import type { Swap, Swappable } from "#contract/desk/returns.ts";
import type { loansBeside, SwapRow } from "./swaps.queries.ts";

export function presentSwap(row: SwapRow): Swap {
  return {
    swapId: row.swap_id,
    orderId: row.order_id,
    otherOrderId: row.other_order_id,
    title: row.title,
    language: row.language,
    found: { skuNumber: row.found_sku, copyNumber: row.found_number },
    recorded: { skuNumber: row.recorded_sku, copyNumber: row.recorded_number },
    swappedAt: row.swapped_at.toISOString(),
    swappedByName: row.swapped_by_name ?? "",
  };
}

export function presentSwappable(row: Awaited<ReturnType<typeof loansBeside>>[number]): Swappable {
  return {
    orderInventoryItemId: row.assignment_id,
    orderId: row.order_id,
    borrowerName: row.ship_to_name,
    schoolName: row.ship_to_school,
    skuNumber: row.sku_number,
    copyNumber: row.copy_number,
  };
}
