import type { ReturnedCopy } from "#contract/returns.ts";
import { dayOf } from "#server/platform/clock.ts";
import { asideFor } from "./change-condition.ts";
import type { ReturnRow } from "./returns.queries.ts";

export function presentReturn(row: ReturnRow, timeZone: string): ReturnedCopy {
  const condition = row.condition ?? "good";
  const back = dayOf(row.released_at ?? new Date(), timeZone);
  const daysLate = row.return_date === null ? 0 : (Date.parse(back) - Date.parse(row.return_date)) / 86_400_000;
  const isSetAside = asideFor[condition] !== null;
  return {
    returnId: row.assignment_id,
    inventoryItemId: row.copy_id,
    inventoryId: row.item_id,
    skuNumber: row.sku_number,
    copyNumber: row.copy_number,
    title: row.title,
    language: row.language,
    orderId: row.order_id,
    borrowerName: row.ship_to_name,
    schoolName: row.ship_to_school,
    returnDate: row.return_date,
    daysLate: Math.max(0, daysLate),
    copiesOut: row.copies_out,
    copiesSent: row.copies_sent,
    condition,
    note: row.condition_note,
    goesTo: isSetAside ? "inspection" : row.needed_by ? "order" : "shelf",
    neededBy: isSetAside ? null : row.needed_by,
  };
}
