import { borrowersCsv as borrowersCsvCall } from "#contract/accounts.ts";
import type { FileAnswer } from "#contract/wire/endpoint.ts";
import { type Hand, recordAudit } from "#server/platform/record-audit.ts";
import { dayOf } from "#server/platform/clock.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { stringify } from "csv-stringify/sync";
import { borrowersAfter, countBorrowers, type ListedBorrower } from "./borrowers-csv.queries.ts";

// A page costs some 5 ms of the event loop to write, and all of a download's memory is a few pages.
const rowsOnPage = 500;

/** The columns of decision 3.13; days are those of the time zone. */
const columns: readonly (readonly [
  string,
  (row: ListedBorrower, toDay: (instant: Date) => string) => string | number,
])[] = [
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
  ["Registered", (row, toDay) => toDay(row.registered_at)],
  ["Orders", (row) => row.orders ?? 0],
  ["Open orders", (row) => row.open_orders ?? 0],
];

/**
 * Every borrower as a CSV that spreadsheets open. Noted in the audit before the first byte, because who has begun to
 * read may have read all; then read page by page as the client takes it, with no transaction open in between.
 */
export async function borrowersCsv(db: Database, hand: Hand, timeZone: string): Promise<FileAnswer> {
  const lastId = await inTransaction(db, async (tx) => {
    const borrowers = await countBorrowers(tx);
    await recordAudit(tx, hand, {
      call: borrowersCsvCall.call,
      kind: "borrowers",
      subjectId: null,
      label: "All borrowers",
      before: null,
      after: { Rows: borrowers.count },
    });
    return borrowers.lastId;
  });
  return { fileName: `borrowers-${dayOf(hand.at, timeZone)}.csv`, content: pagesOf(db, lastId, timeZone) };
}

async function* pagesOf(db: Database, lastId: number, timeZone: string): AsyncGenerator<string> {
  // Sweden writes its days as YYYY-MM-DD. Ten times as quick as dayOf, which makes no difference but here.
  const days = new Intl.DateTimeFormat("sv-SE", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  const toDay = (instant: Date) => days.format(instant);
  yield written([columns.map(([name]) => name)], true);
  let after = 0;
  for (;;) {
    const rows = await borrowersAfter(db, after, lastId, rowsOnPage);
    const last = rows.at(-1);
    if (!last) return;
    yield written(rows.map((row) => columns.map(([, valueOf]) => valueOf(row, toDay))));
    after = last.borrower_id;
  }
}

/** Every text is quoted (a lone carriage return would not be by itself); one that reads as a formula gets a '. */
const written = (rows: (string | number)[][], bom = false) =>
  stringify(rows, { bom, record_delimiter: "\r\n", escape_formulas: true, quoted_string: true });
