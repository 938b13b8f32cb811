import { stockTakeCsv as csvCall, type StockTakeList } from "#contract/stock-take/stock-takes.ts";
import type { FileAnswer } from "#contract/wire/endpoint.ts";
import { found } from "#server/refusals/http-error.ts";
import { dayOf } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { csvDownload } from "#server/platform/lists/csv-download.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import { copiesInList, copyIdsOf, type ListedRow, stockTakeById } from "./stock-take.queries.ts";
import { stockTakeName } from "./stock-take.rules.ts";

const rowsOnPage = 250;

type Row = ListedRow & { position: number };

const columns: readonly (readonly [string, (row: Row, day: (at: Date | null) => string) => string | number])[] = [
  ["Copy id", (row) => row.copy_id],
  ["SKU", (row) => row.sku_number],
  ["Copy", (row) => row.copy_number],
  ["Title", (row) => row.title],
  ["Shelf place", (row) => row.shelf_place],
  ["Inactive", (row) => (row.is_inactive ? (row.inactive_reason ?? "yes") : "")],
  ["Archived", (row) => (row.is_archived ? "yes" : "")],
  ["Order", (row) => row.order_id ?? ""],
  ["On hold for", ({ held_for: held }) => (held ? `${held.borrowerName}, ${held.schoolName}` : "")],
  ["Last seen", (row, day) => day(row.last_seen_at)],
  ["Scanned", (row, day) => day(row.seen_at)],
  ["Scanned by", (row) => row.seen_by_name ?? ""],
  ["Scanned at", (row) => row.seen_place],
  ["Marked missing", (row, day) => day(row.marked_at)],
];

type Asked = { stockTakeId: number; list: StockTakeList };

/** A list of a stock-take as a CSV: the copies that are in it at this moment, in the order of the shelves. */
export async function stockTakeCsv(
  db: Database,
  { stockTakeId, list }: Asked,
  { actor, timeZone }: { actor: Actor; timeZone: string },
): Promise<FileAnswer> {
  const stockTake = found(await stockTakeById(db, stockTakeId));
  const day = (at: Date | null) => (at === null ? "" : dayOf(at, timeZone));
  let listed = new Int32Array();
  return csvDownload(db, actor, timeZone, {
    name: `stock-take-${stockTakeId}-${list}`,
    entry: { call: csvCall.call, kind: "stock-take", label: `${stockTakeName(stockTake)}: ${list}` },
    counted: "Rows",
    count: async (tx) => {
      listed = Int32Array.from(await copyIdsOf(tx, stockTakeId, list));
      return { count: listed.length, lastId: listed.length };
    },
    header: columns.map(([name]) => name),
    page: (after) => pageAfter(db, { stockTakeId, listed, after }),
    idOf: ({ position }) => position,
    cellsOf: (row) => columns.map(([, valueOf]) => valueOf(row, day)),
  });
}

type Part = { stockTakeId: number; listed: Int32Array; after: number };

/** The next rows of the list. A copy that is gone in the meantime leaves a gap. */
async function pageAfter(db: Database, { stockTakeId, listed, after }: Part): Promise<Row[]> {
  for (let first = after; first < listed.length; first += rowsOnPage) {
    const ids = [...listed.subarray(first, first + rowsOnPage)];
    const rows = await copiesInList(db, stockTakeId, ids);
    if (rows.length > 0) return rows.map((row) => ({ ...row, position: first + ids.indexOf(row.copy_id) + 1 }));
  }
  return [];
}
