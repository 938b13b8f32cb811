import { ordersCsv as ordersCsvCall } from "#contract/desk/order-search.ts";
import type { FileAnswer, Received } from "#contract/wire/endpoint.ts";
import { type Clock, dayOf } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { csvDownload } from "#server/platform/lists/csv-download.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import { idsOfSearch } from "./order-search.queries.ts";
import { type ListedOrder, ordersInList } from "./orders-csv.queries.ts";
import { searchOf } from "./search-orders.ts";

const rowsOnPage = 250; // each with its titles

const columns: readonly (readonly [string, (row: ListedOrder, timeZone: string) => string | number])[] = [
  ["Order", (row) => row.order_id],
  ["Ordered", (row, timeZone) => dayOf(row.ordered_at, timeZone)],
  ["Status", (row) => row.status_name],
  ["Borrower", (row) => row.ship_to_name],
  ["School", (row) => row.ship_to_school],
  ["District", (row) => row.ship_to_district],
  ["E-mail", (row) => row.email_address],
  ["Titles", (row) => row.titles],
  ["Items", (row) => row.quantity],
  ["Tracking number", (row) => row.tracking_number],
  ["Leaves by", (row) => row.leaves_on ?? ""],
  ["Shipped", (row) => row.ship_date ?? ""],
  ["Due", (row) => row.return_date ?? ""],
  ["Copies out", (row) => row.copies_out],
];

/** The orders of a search as a CSV: those that match at this moment, in the order of the list. */
export async function ordersCsv(
  db: Database,
  asked: Received<typeof ordersCsvCall>["query"],
  { actor, ...place }: { actor: Actor; clock: Clock; timeZone: string },
): Promise<FileAnswer> {
  let listed = new Int32Array();
  const search = searchOf(asked, place);
  return csvDownload(db, actor, place.timeZone, {
    name: "orders",
    entry: { call: ordersCsvCall.call, kind: "order", label: "Orders of a search" },
    counted: "Rows",
    count: async (tx) => {
      listed = Int32Array.from(await idsOfSearch(tx, search));
      return { count: listed.length, lastId: listed.length };
    },
    header: columns.map(([name]) => name),
    page: async (after) => ordersInList(db, [...listed.subarray(after, after + rowsOnPage)], after),
    idOf: ({ position }) => position,
    cellsOf: (row) => columns.map(([, valueOf]) => valueOf(row, place.timeZone)),
  });
}
