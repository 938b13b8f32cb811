import {
  type BorrowerPage,
  borrowerSearchCsv as csvCall,
  maxOfEach,
  type searchBorrowers as searchCall,
} from "#contract/people/borrowers.ts";
import type { FileAnswer, Received } from "#contract/wire/endpoint.ts";
import type { Database } from "#server/platform/database.ts";
import { presentBorrowerPage, presentBorrowerRow } from "./borrowers.present.ts";
import {
  type BorrowerRecord,
  type BorrowerSearch,
  borrowersWith,
  claimsOfBorrower,
  copiesOutOf,
  idsOfBorrowers,
  latestOrdersOf,
  mailsTo,
  notesOf,
  pageOfBorrowers,
} from "./borrowers.queries.ts";
import { found } from "#server/refusals/http-error.ts";
import { transfersOf } from "./transfer-loans.queries.ts";
import { dayOf } from "#server/platform/clock.ts";
import { type Columns, csvOfIds } from "#server/platform/lists/csv-download.ts";
import type { Actor } from "#server/platform/record-activity.ts";

type Filters = Received<typeof csvCall>["query"];

const defaultPageSize = 25;

export async function searchBorrowers(
  db: Database,
  { page = 1, pageSize = defaultPageSize, ...filters }: Received<typeof searchCall>["query"],
  today: string,
) {
  const { count, ids } = await pageOfBorrowers(db, searchOf(filters, today), { page, pageSize });
  return { data: (await borrowersWith(db, ids, today)).map(presentBorrowerRow), total: count };
}

function searchOf({ searchString: text, county, state, sort }: Filters, today: string): BorrowerSearch {
  return { text, county, state, sort: sort === "" ? "name" : sort, today };
}

export async function showBorrower(db: Database, borrowerId: number, today: string): Promise<BorrowerPage> {
  const borrower = found((await borrowersWith(db, [borrowerId], today))[0]);
  const [out, transferred, orders, claims, mails, notes] = await Promise.all([
    copiesOutOf(db, borrowerId),
    transfersOf(db, borrowerId),
    latestOrdersOf(db, borrowerId, maxOfEach),
    claimsOfBorrower(db, borrowerId, maxOfEach),
    mailsTo(db, borrower.email_address, maxOfEach),
    notesOf(db, borrowerId),
  ]);
  return presentBorrowerPage(borrower, { out, transferred, orders, claims, mails, notes, today });
}

const columns: Columns<BorrowerRecord> = [
  ["Borrower id", (row) => row.borrower_id],
  ["Name", (row) => row.name],
  ["User name", (row) => row.user_name],
  ["E-mail", (row) => row.email_address],
  ["Phone", (row) => row.phone_number],
  ["School", (row) => row.school_name],
  ["District", (row) => row.school_district],
  ["CDS code", (row) => row.school?.cdsCode ?? ""],
  ["Directory school", (row) => row.school?.school ?? ""],
  ["Directory district", (row) => row.school?.district ?? ""],
  ["County", (row) => row.school?.county ?? ""],
  ["Registered", (row, timeZone) => dayOf(row.registered_at, timeZone)],
  ["Orders", (row) => row.orders],
  ["Open orders", (row) => row.open_orders],
  ["Copies out", (row) => row.copies_out],
  ["Copies late", (row) => row.copies_late],
  ["Due", (row) => row.due_date ?? ""],
  ["Open claims", (row) => row.open_claims],
  ["E-mail confirmed", (row) => (row.is_confirmed ? "yes" : "no")],
  ["Blocked", (row) => row.blocked_because],
];

/** Returns the current matches as a CSV, in the order of the list. */
export async function borrowerSearchCsv(
  db: Database,
  filters: Filters,
  { actor, today, timeZone }: { actor: Actor; today: string; timeZone: string },
): Promise<FileAnswer> {
  return csvOfIds(db, actor, timeZone, {
    name: "borrowers",
    entry: { call: csvCall.call, kind: "borrowers", label: "Borrower search" },
    columns,
    idsOf: (tx) => idsOfBorrowers(tx, searchOf(filters, today)),
    rowsOf: (ids) => borrowersWith(db, ids, today),
  });
}
