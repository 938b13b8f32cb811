import {
  type BorrowerPage,
  type BorrowerRow,
  type BorrowerSort,
  type borrowerStates,
  maxOfEach,
} from "#contract/people/borrowers.ts";
import { type Caller, maxCallers } from "#contract/orders/callers.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import { moneyOf } from "#contract/wire/money.ts";
import { isoDates } from "#server/iso-dates.ts";
import { borrowerColumns } from "../accounts/accounts.queries.ts";
import { daysOnTheWayBack } from "#contract/orders/on-the-way-back.ts";
import { statuses } from "#contract/catalog/codes.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";

/** Empty filters match all; loans due before `today` are late. */
export type BorrowerSearch = {
  text: string;
  county: string;
  state: (typeof borrowerStates)[number] | "";
  sort: BorrowerSort;
  today: string;
};

type PageRequest = { page: number; pageSize: number };

export async function pageOfBorrowers(db: Database, search: BorrowerSearch, { page, pageSize }: PageRequest) {
  const range = sql`limit ${sql.lit(pageSize)} offset ${sql.lit((page - 1) * pageSize)}`;
  const { rows } = await sql<{ count: number; ids: number[] }>`
    with matches as materialized (${matching(search)})
    select (select count(*) from matches)::integer as count,
      array(select borrower_id from matches order by ${orderBy[search.sort]} ${range}) as ids`.execute(db);
  return rows[0] ?? { count: 0, ids: [] };
}

export async function idsOfBorrowers(db: Database, search: BorrowerSearch): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] }>`
    with matches as (${matching(search)})
    select array(select borrower_id from matches order by ${orderBy[search.sort]}) as ids`.execute(db);
  return rows[0]?.ids ?? [];
}

export async function everyBorrowerId(db: Database): Promise<number[]> {
  const rows = await db.selectFrom("borrowers").select("borrower_id").orderBy("borrower_id").execute();
  return rows.map(({ borrower_id }) => borrower_id);
}

const orderBy = {
  name: sql`lower(name), borrower_id`,
  school: sql`lower(school_name), lower(name), borrower_id`,
  newest: sql`registered_at desc, borrower_id desc`,
  due: sql`due nulls last, lower(name), borrower_id`,
};

/** Shipped orders with copies still on loan. */
const currentLoans = sql`
  from orders join assignments using (order_id)
  where status_id = ${sql.lit(statuses.shipped)} and released_at is null`;

/** A copy that was renewed on its own has its own due date. */
const due = sql`coalesce(due_on, return_date)`;

/** A copy mailed back recently isn't late. */
const isLate = (today: string) =>
  sql`${due} < ${today}::date and (sent_back_on is null or sent_back_on + ${sql.lit(daysOnTheWayBack)} < ${today}::date)`;

/** Looks up loans and claims as sets, which is faster than borrower by borrower because few are open. */
function matching({ text, county, state, sort, today }: BorrowerSearch) {
  const conditions = [
    text !== "" && withText(text),
    county !== "" &&
      sql`school_id in (
        select school_id from schools join districts using (district_code)
        where lower(county) = regexp_replace(lower(trim(${county})), ' county$', ''))`,
    state === "out" && sql`borrower_id in (select borrower_id ${currentLoans})`,
    state === "late" && sql`borrower_id in (select borrower_id ${currentLoans} and ${isLate(today)})`,
    state === "claim" &&
      sql`borrower_id in (
        select borrower_id from claims join assignments using (assignment_id) join orders using (order_id) where closed_at is null)`,
    state === "blocked" && sql`blocked_at is not null`,
    state === "unconfirmed" && sql`mailbox_confirmed_at is null`,
  ].flatMap((condition) => condition || []);
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
  const byDue = sort === "due";
  const loans = sql`left join (select borrower_id, min(${due}) as due ${currentLoans} group by borrower_id) as loans using (borrower_id)`;
  return sql`
    select borrower_id, name, school_name, registered_at, ${byDue ? sql`due` : sql`null as due`}
    from borrowers ${byDue ? loans : sql``} ${where}`;
}

/** Searches a phone number by its digits, however it is written. */
function searchWordsOf(text: string): string {
  return /^[\d\s().+-]+$/.test(text) ? text.replace(/\D/g, "") : text;
}

function withText(text: string) {
  const name = `${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  return sql`borrower_id in (
    select borrower_id from borrowers where words @@ words_like(${searchWordsOf(text)})
    union all
    select borrower_id from accounts join borrowers using (user_id) where lower(user_name) like ${name})`;
}

const openClaims = sql`(select count(*) from orders join assignments using (order_id) join claims using (assignment_id)
  where orders.borrower_id = borrowers.borrower_id and closed_at is null)::integer`;

/** A borrower without their loans, orders, claims, emails, and notes. */
export type BorrowerRecord = Pick<
  BorrowerPage,
  keyof BorrowerRow | "userId" | "mailboxConfirmedAt" | "mailboxConfirmedBy" | "hasPassword" | "blockedAt" | "address"
>;
type Instants = "registeredAt" | "blockedAt" | "mailboxConfirmedAt";

export async function borrowersWith(db: Database, ids: readonly number[], today: string): Promise<BorrowerRecord[]> {
  const { rows } = await sql<
    Omit<BorrowerRecord, Instants> & { registeredAt: Date; blockedAt: Date | null; mailboxConfirmedAt: Date | null }
  >`
    select borrowers.borrower_id as "borrowerId", borrowers.user_id as "userId", borrowers.name as "borrowerName",
      school_name as "schoolName", school_district as "schoolDistrict", email_address as "emailAddress",
      phone_number as "phoneNumber", user_name as "userName", password_hash is not null as "hasPassword",
      registered_at as "registeredAt", mailbox_confirmed_at is not null as "isMailboxConfirmed",
      mailbox_confirmed_at as "mailboxConfirmedAt", mailbox_confirmed_by as "mailboxConfirmedBy",
      blocked_at as "blockedAt", block_reason as "blockReason",
      json_build_object('street', street, 'city', city, 'state', state, 'zip', zip) as address,
      counted.orders, counted.open_orders as "openOrders", ${openClaims} as "openClaims",
      loans.copies_out as "copiesOut", loans.copies_late as "copiesLate", loans.due_date as "dueDate", (
        select json_build_object('cdsCode', cds_code, 'school', school, 'district', schools.district, 'county', county, 'isOpen', is_open)
        from schools join districts using (district_code) where schools.school_id = borrowers.school_id
      ) as school
    from unnest(${[...ids]}::integer[]) with ordinality as listed (borrower_id, place)
    join borrowers using (borrower_id) join accounts using (user_id)
    join circulation_borrowers as counted on counted.borrower_id = borrowers.borrower_id
    cross join lateral (
      select count(*)::integer as copies_out, (count(*) filter (where ${isLate(today)}))::integer as copies_late,
        min(${due}) as due_date
      ${currentLoans} and orders.borrower_id = borrowers.borrower_id
    ) as loans
    order by place`.execute(db);
  return rows.map(isoDates);
}

/** Finds callers by words, or the beginnings of words, in any of their fields. */
export async function callersWith(db: Database, text: string): Promise<Caller[]> {
  const { rows } = await sql<Caller>`
    select borrower_id as "borrowerId", name as "borrowerName", school_name as "schoolName", school_district as "schoolDistrict",
      email_address as "emailAddress", phone_number as "phoneNumber", city, ${openClaims} as "openClaims"
    from borrowers where words @@ words_like(${searchWordsOf(text)})
    order by name, borrower_id limit ${sql.lit(maxCallers)}`.execute(db);
  return rows;
}

export async function copiesOutOf(db: Database, borrowerId: number, today: string): Promise<BorrowerPage["out"]> {
  const { rows } = await sql<BorrowerPage["out"][number]>`
    select order_id as "orderId", copies.item_id as "inventoryId", title, items.language, copies.sku_number as "skuNumber",
      copy_number as "copyNumber", ship_date as "shipDate", ${due} as "dueDate", coalesce(${isLate(today)}, false) as "isLate"
    from orders join assignments using (order_id) join copies using (copy_id) join items on items.item_id = copies.item_id
    where borrower_id = ${borrowerId} and status_id = ${sql.lit(statuses.shipped)} and released_at is null
    order by ${due} nulls last, order_id, title, copy_number limit 500`.execute(db);
  return rows;
}

export async function latestOrdersOf(db: Database, borrowerId: number): Promise<BorrowerPage["latestOrders"]> {
  const { rows } = await sql<Omit<BorrowerPage["latestOrders"][number], "orderDate"> & { orderDate: Date }>`
    select order_id as "orderId", ordered_at as "orderDate", status_id as "statusId", status_name as "statusName",
      return_date as "dueDate",
      (select coalesce(sum(quantity), 0) from order_lines where order_lines.order_id = orders.order_id)::integer as "itemCount"
    from orders join statuses using (status_id) where borrower_id = ${borrowerId}
    order by ordered_at desc, order_id desc limit ${sql.lit(maxOfEach)}`.execute(db);
  return rows.map(isoDates);
}

/** Lists open claims first. */
export async function claimsOfBorrower(db: Database, borrowerId: number): Promise<BorrowerPage["claims"]> {
  type Claim = Omit<BorrowerPage["claims"][number], "openedAt" | "cost"> & { openedAt: Date; cents: number };
  const { rows } = await sql<Claim>`
    select claim_id as "claimId", kind, title, items.language, copies.sku_number as "skuNumber", copy_number as "copyNumber",
      opened_at as "openedAt", closed_at is null as "isOpen", cost_cents as cents
    from orders join assignments using (order_id) join claims using (assignment_id) join copies using (copy_id)
      join items on items.item_id = copies.item_id
    where borrower_id = ${borrowerId}
    order by closed_at is null desc, opened_at desc, claim_id desc limit ${sql.lit(maxOfEach)}`.execute(db);
  return rows.map(({ cents, ...claim }) => ({ ...isoDates(claim), cost: moneyOf(cents) }));
}

export async function mailsTo(db: Database, borrowerId: number): Promise<BorrowerPage["mails"]> {
  const { rows } = await sql<Omit<BorrowerPage["mails"][number], "writtenAt"> & { writtenAt: Date }>`
    select mail_id as "mailId", kind, subject, state, written_at as "writtenAt", is_file as "isFile",
      coalesce((select name from account_names where user_id = written_by), '') as "writtenByName"
    from mails where borrower_id = ${borrowerId} order by mail_id desc limit ${sql.lit(maxOfEach)}`.execute(db);
  return rows.map(isoDates);
}

export async function notesOf(db: Database, borrowerId: number): Promise<BorrowerPage["notes"]> {
  const { rows } = await sql<Omit<BorrowerPage["notes"][number], "writtenAt"> & { writtenAt: Date }>`
    select note_id as "noteId", note, written_at as "writtenAt", coalesce(name, '') as "writtenByName"
    from borrower_notes left join account_names on account_names.user_id = written_by
    where borrower_id = ${borrowerId} order by note_id desc limit 100`.execute(db);
  return rows.map(isoDates);
}

/** Locks a borrower; other changes of the borrower wait. */
export async function lockBorrower(tx: Transaction, borrowerId: number) {
  return tx
    .selectFrom("borrowers")
    .innerJoin("accounts", "accounts.user_id", "borrowers.user_id")
    .select([...borrowerColumns, "user_name"])
    .where("borrower_id", "=", borrowerId)
    .forNoKeyUpdate("borrowers")
    .executeTakeFirst();
}

export async function insertNote(
  tx: Transaction,
  { borrowerId, note, at, userId }: { borrowerId: number; note: string; at: Date; userId: number },
): Promise<void> {
  const values = { borrower_id: borrowerId, note, written_at: at, written_by: userId };
  await tx.insertInto("borrower_notes").values(values).execute();
}

/** Deletes a note; returns its text and its borrower. */
export async function deleteNote(tx: Transaction, noteId: number) {
  return tx
    .deleteFrom("borrower_notes")
    .using("borrowers")
    .whereRef("borrowers.borrower_id", "=", "borrower_notes.borrower_id")
    .where("note_id", "=", noteId)
    .returning(["borrower_notes.borrower_id", "note", "name"])
    .executeTakeFirst();
}

/** Blocks for a reason, or unblocks without one. */
export async function setBlocked(tx: Transaction, borrowerId: number, reason: string, at: Date): Promise<void> {
  await tx
    .updateTable("borrowers")
    .set({ block_reason: reason, blocked_at: reason === "" ? null : at })
    .where("borrower_id", "=", borrowerId)
    .execute();
}

export async function waitlistedTitles(tx: Transaction, borrowerId: number): Promise<number[]> {
  const entries = tx.selectFrom("waitlist_entries").select("item_id").where("borrower_id", "=", borrowerId);
  return (await entries.where("left_at", "is", null).execute()).map(({ item_id: itemId }) => itemId);
}

export async function accountToReset(db: Database, borrowerId: number) {
  return db
    .selectFrom("borrowers")
    .innerJoin("accounts", "accounts.user_id", "borrowers.user_id")
    .select(["name", "user_name", "accounts.user_id", "email_address", "resets_from"])
    .select([
      sql<LanguageCode>`language`.as("language"),
      sql<boolean>`password_hash is not null and disabled_at is null`.as("can_log_in"),
    ])
    .where("borrower_id", "=", borrowerId)
    .executeTakeFirst();
}
