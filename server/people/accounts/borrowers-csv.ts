import { borrowersCsv as borrowersCsvCall } from "#contract/people/accounts.ts";
import type { FileAnswer } from "#contract/wire/endpoint.ts";
import { dayOf } from "#server/platform/clock.ts";
import { type Columns, csvDownload, inColumns } from "#server/platform/lists/csv-download.ts";
import type { Database } from "#server/platform/database.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import { borrowersAfter, countBorrowers, type ListedBorrower } from "./borrowers-csv.queries.ts";

// A page takes about 5 ms of the event loop to write, and a download holds only a few pages in memory.
const rowsOnPage = 500;

/** The columns of clarification 3.13; days are in the site's time zone. */
const columns: Columns<ListedBorrower> = [
  ["Borrower id", (row) => row.borrower_id],
  ["Name", (row) => row.name],
  ["User name", (row) => row.user_name],
  ["E-mail", (row) => row.email_address],
  ["Phone", (row) => row.phone_number],
  ["School", (row) => row.school_name],
  ["District", (row) => row.school_district],
  ["Street", (row) => row.street],
  ["City", (row) => row.city],
  ["State", (row) => row.state],
  ["Zip", (row) => row.zip],
  ["Registered", (row, timeZone) => dayOf(row.registered_at, timeZone)],
  ["Orders", (row) => row.orders ?? 0],
  ["Open orders", (row) => row.open_orders ?? 0],
];

export async function borrowersCsv(db: Database, actor: Actor, timeZone: string): Promise<FileAnswer> {
  return csvDownload(db, actor, timeZone, {
    name: "borrowers",
    entry: { call: borrowersCsvCall.call, kind: "borrowers", label: "All borrowers" },
    counted: "Rows",
    count: countBorrowers,
    page: (after, lastId) => borrowersAfter(db, after, lastId, rowsOnPage),
    idOf: ({ borrower_id }) => borrower_id,
    ...inColumns(columns, timeZone),
  });
}
