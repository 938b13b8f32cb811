import { stockTakeCsv as csvCall, type StockTakeList } from "#contract/desk/stock-takes.ts";
import type { FileAnswer } from "#contract/wire/endpoint.ts";
import { found } from "#server/refusals/http-error.ts";
import { dayOf } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { type Columns, csvOfIds } from "#server/platform/lists/csv-download.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import { copiesInList, copyIdsOf, type ListedRow, stockTakeById } from "./stock-take.queries.ts";
import { stockTakeName } from "./stock-take.rules.ts";

const day = (at: Date | null, timeZone: string) => (at === null ? "" : dayOf(at, timeZone));

const columns: Columns<ListedRow> = [
  ["Copy id", (row) => row.copy_id],
  ["SKU", (row) => row.sku_number],
  ["Copy", (row) => row.copy_number],
  ["Title", (row) => row.title],
  ["Shelf place", (row) => row.shelf_place],
  ["Inactive", (row) => (row.is_inactive ? (row.inactive_reason ?? "yes") : "")],
  ["Archived", (row) => (row.is_archived ? "yes" : "")],
  ["Order", (row) => row.order_id ?? ""],
  ["On hold for", ({ held_for: held }) => (held ? `${held.borrowerName}, ${held.schoolName}` : "")],
  ["Last seen", (row, timeZone) => day(row.last_seen_at, timeZone)],
  ["Scanned", (row, timeZone) => day(row.seen_at, timeZone)],
  ["Scanned by", (row) => row.seen_by_name ?? ""],
  ["Scanned at", (row) => row.seen_place],
  ["Marked missing", (row, timeZone) => day(row.marked_at, timeZone)],
];

type Asked = { stockTakeId: number; list: StockTakeList };

/** A list of a stock-take as a CSV: the copies that are in it at this moment, in the order of the shelves. */
export async function stockTakeCsv(
  db: Database,
  { stockTakeId, list }: Asked,
  { actor, timeZone }: { actor: Actor; timeZone: string },
): Promise<FileAnswer> {
  const stockTake = found(await stockTakeById(db, stockTakeId));
  return csvOfIds(db, actor, timeZone, {
    name: `stock-take-${stockTakeId}-${list}`,
    entry: { call: csvCall.call, kind: "stock-take", label: `${stockTakeName(stockTake)}: ${list}` },
    columns,
    idsOf: (tx) => copyIdsOf(tx, stockTakeId, list),
    rowsOf: (ids) => copiesInList(db, stockTakeId, ids),
  });
}
