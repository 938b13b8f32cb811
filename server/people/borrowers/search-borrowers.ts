import { borrowersCsv as everyoneCall } from "#contract/people/accounts.ts";
import {
  type BorrowerPage,
  borrowerSearchCsv as csvCall,
  type searchBorrowers as searchCall,
} from "#contract/people/borrowers.ts";
import type { FileAnswer, Received } from "#contract/wire/endpoint.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import { lastDayOfBackups } from "#server/platform/backup/nightly-backup.ts";
import { dayOf } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { type Columns, csvOfIds } from "#server/platform/lists/csv-download.ts";
import type { Actor } from "#server/platform/record-activity.ts";
import { found } from "#server/refusals/http-error.ts";
import {
  type BorrowerRecord,
  type BorrowerSearch,
  borrowersWith,
  claimsOfBorrower,
  copiesOutOf,
  everyBorrowerId,
  idsOfBorrowers,
  latestOrdersOf,
  mailsTo,
  notesOf,
  pageOfBorrowers,
} from "./borrowers.queries.ts";
import { transfersOf } from "./colleagues.queries.ts";

type Filters = Received<typeof csvCall>["query"];

const defaultPageSize = 25;

export async function searchBorrowers(
  db: Database,
  { page = 1, pageSize = defaultPageSize, ...filters }: Received<typeof searchCall>["query"],
  today: string,
) {
  const { count, ids } = await pageOfBorrowers(db, searchOf(filters, today), { page, pageSize });
  return { data: await borrowersWith(db, ids, today), total: count };
}

function searchOf({ searchString: text, county, state, sort }: Filters, today: string): BorrowerSearch {
  return { text, county, state, sort: sort === "" ? "name" : sort, today };
}

type PageParts = ConfiguredParts<"backup" | "backupHour" | "backupKeep" | "timeZone">;

export async function showBorrower({ db, clock, configuration }: PageParts, borrowerId: number): Promise<BorrowerPage> {
  const now = clock.now();
  const today = dayOf(now, configuration.timeZone);
  const borrower = found((await borrowersWith(db, [borrowerId], today))[0]);
  const [out, transfers, latestOrders, claims, mails, notes] = await Promise.all([
    copiesOutOf(db, borrowerId, today),
    transfersOf(db, borrowerId),
    latestOrdersOf(db, borrowerId),
    claimsOfBorrower(db, borrowerId),
    mailsTo(db, borrowerId),
    notesOf(db, borrowerId),
  ]);
  const transferred = transfers.map(({ borrower_id, name, orders, at, event_id }) => ({
    toBorrowerId: borrower_id,
    borrowerName: name,
    orders,
    on: at.toISOString(),
    eventId: event_id,
  }));
  const backupsUntil = await lastDayOfBackups(db, now, configuration);
  return { ...borrower, backupsUntil, out, transferred, latestOrders, claims, mails, notes };
}

const nameColumns: Columns<BorrowerRecord> = [
  ["Borrower id", (row) => row.borrowerId],
  ["Name", (row) => row.borrowerName],
  ["User name", (row) => row.userName],
  ["E-mail", (row) => row.emailAddress],
  ["Phone", (row) => row.phoneNumber],
  ["School", (row) => row.schoolName],
  ["District", (row) => row.schoolDistrict],
];
const countColumns: Columns<BorrowerRecord> = [
  ["Registered", (row, timeZone) => dayOf(new Date(row.registeredAt), timeZone)],
  ["Orders", (row) => row.orders],
  ["Open orders", (row) => row.openOrders],
];

const searchColumns: Columns<BorrowerRecord> = [
  ...nameColumns,
  ["CDS code", (row) => row.school?.cdsCode ?? ""],
  ["Directory school", (row) => row.school?.school ?? ""],
  ["Directory district", (row) => row.school?.district ?? ""],
  ["County", (row) => row.school?.county ?? ""],
  ...countColumns,
  ["Copies out", (row) => row.copiesOut],
  ["Copies late", (row) => row.copiesLate],
  ["Due", (row) => row.dueDate ?? ""],
  ["Open claims", (row) => row.openClaims],
  ["E-mail confirmed", (row) => (row.isMailboxConfirmed ? "yes" : "no")],
  ["Blocked", (row) => row.blockReason],
];

type Download = { actor: Actor; today: string; timeZone: string };

/** Returns the current matches as a CSV, in the order of the list. */
export async function borrowerSearchCsv(db: Database, filters: Filters, download: Download): Promise<FileAnswer> {
  const { actor, today, timeZone } = download;
  return csvOfIds(db, actor, timeZone, {
    name: "borrowers",
    entry: { call: csvCall.call, kind: "borrowers", label: "Borrower search" },
    columns: searchColumns,
    idsOf: (tx) => idsOfBorrowers(tx, searchOf(filters, today)),
    rowsOf: (ids) => borrowersWith(db, ids, today),
  });
}

/** The columns of clarification 3.13. */
const everyoneColumns: Columns<BorrowerRecord> = [
  ...nameColumns,
  ["Street", (row) => row.address.street],
  ["City", (row) => row.address.city],
  ["State", (row) => row.address.state],
  ["Zip", (row) => row.address.zip],
  ...countColumns,
];

export async function borrowersCsv(db: Database, { actor, today, timeZone }: Download): Promise<FileAnswer> {
  return csvOfIds(db, actor, timeZone, {
    name: "borrowers",
    entry: { call: everyoneCall.call, kind: "borrowers", label: "All borrowers" },
    columns: everyoneColumns,
    idsOf: everyBorrowerId,
    rowsOf: (ids) => borrowersWith(db, ids, today),
  });
}
