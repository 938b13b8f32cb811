import type { BorrowerRow, BorrowerSort, borrowerStates } from "#contract/people/borrowers.ts";
import { daysOnTheWayBack } from "#contract/orders/on-the-way-back.ts";
import { statuses } from "#contract/catalog/codes.ts";
import type { ClaimKind } from "#contract/desk/claims.ts";
import type { Database } from "#server/platform/database.ts";
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

const orderBy = {
  name: sql`lower(name), borrower_id`,
  school: sql`lower(school_name), lower(name), borrower_id`,
  newest: sql`registered_at desc, borrower_id desc`,
  due: sql`due nulls last, lower(name), borrower_id`,
};

/** Shipped orders with copies that are still out. */
const out = sql`
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
    state === "out" && sql`borrower_id in (select borrower_id ${out})`,
    state === "late" && sql`borrower_id in (select borrower_id ${out} and ${isLate(today)})`,
    state === "claim" &&
      sql`borrower_id in (
        select borrower_id from claims join assignments using (assignment_id) join orders using (order_id) where closed_at is null)`,
    state === "blocked" && sql`blocked_at is not null`,
    state === "unconfirmed" && sql`mailbox_confirmed_at is null`,
  ].flatMap((condition) => condition || []);
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
  const byDue = sort === "due";
  const loans = sql`left join (select borrower_id, min(${due}) as due ${out} group by borrower_id) as loans using (borrower_id)`;
  return sql`
    select borrower_id, name, school_name, registered_at, ${byDue ? sql`due` : sql`null as due`}
    from borrowers ${byDue ? loans : sql``} ${where}`;
}

/** Searches a text that looks like a phone number by its digits. */
function withText(text: string) {
  const words = /^[\d\s().+-]+$/.test(text) ? text.replace(/\D/g, "") : text;
  const name = `${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  return sql`borrower_id in (
    select borrower_id from account_words where words @@ words_like(${words})
    union all
    select borrower_id from accounts join borrowers using (user_id) where lower(user_name) like ${name})`;
}

export type BorrowerRecord = {
  borrower_id: number;
  user_id: number;
  name: string;
  school_name: string;
  school_district: string;
  email_address: string;
  phone_number: string;
  user_name: string;
  has_password: boolean;
  registered_at: Date;
  is_confirmed: boolean;
  blocked_at: Date | null;
  blocked_because: string;
  street: string;
  city: string;
  state: string;
  zip: string;
  orders: number;
  open_orders: number;
  open_claims: number;
  copies_out: number;
  copies_late: number;
  due_date: string | null;
  school: BorrowerRow["school"];
};

export async function borrowersWith(db: Database, ids: readonly number[], today: string): Promise<BorrowerRecord[]> {
  const { rows } = await sql<BorrowerRecord>`
    select borrowers.borrower_id, borrowers.user_id, borrowers.name, school_name, school_district, email_address, phone_number,
      user_name, password_hash is not null as has_password, registered_at, mailbox_confirmed_at is not null as is_confirmed,
      blocked_at, blocked_because, street, city, state, zip, counted.orders, counted.open_orders,
      (select count(*) from orders join assignments using (order_id) join claims using (assignment_id)
        where orders.borrower_id = borrowers.borrower_id and closed_at is null)::integer as open_claims,
      loans.copies_out, loans.copies_late, loans.due_date, (
        select json_build_object('cdsCode', cds_code, 'school', school, 'district', schools.district, 'county', county, 'isOpen', is_open)
        from schools join districts using (district_code) where schools.school_id = borrowers.school_id
      ) as school
    from unnest(${[...ids]}::integer[]) with ordinality as listed (borrower_id, place)
    join borrowers using (borrower_id) join accounts using (user_id)
    join circulation_borrowers as counted on counted.borrower_id = borrowers.borrower_id
    cross join lateral (
      select count(*)::integer as copies_out, (count(*) filter (where ${isLate(today)}))::integer as copies_late,
        min(${due}) as due_date
      ${out} and orders.borrower_id = borrowers.borrower_id
    ) as loans
    order by place`.execute(db);
  return rows;
}

export type CopyOutRow = {
  sent_back_on: string | null;
  order_id: number;
  item_id: number;
  title: string;
  language: string;
  sku_number: string;
  copy_number: number;
  ship_date: string | null;
  return_date: string | null;
};

export async function copiesOutOf(db: Database, borrowerId: number): Promise<CopyOutRow[]> {
  const { rows } = await sql<CopyOutRow>`
    select order_id, copies.item_id, title, items.language, copies.sku_number, copy_number, ship_date, ${due} as return_date, sent_back_on
    from orders join assignments using (order_id) join copies using (copy_id) join items on items.item_id = copies.item_id
    where borrower_id = ${borrowerId} and status_id = ${sql.lit(statuses.shipped)} and released_at is null
    order by ${due} nulls last, order_id, title, copy_number limit 500`.execute(db);
  return rows;
}

export type OrderOfBorrower = {
  order_id: number;
  ordered_at: Date;
  status_id: number;
  status_name: string;
  item_count: number;
  return_date: string | null;
};

export async function latestOrdersOf(db: Database, borrowerId: number, limit: number): Promise<OrderOfBorrower[]> {
  const { rows } = await sql<OrderOfBorrower>`
    select order_id, ordered_at, status_id, status_name, return_date,
      (select coalesce(sum(quantity), 0) from order_lines where order_lines.order_id = orders.order_id)::integer as item_count
    from orders join statuses using (status_id) where borrower_id = ${borrowerId}
    order by ordered_at desc, order_id desc limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

export type ClaimOfBorrower = {
  claim_id: number;
  kind: ClaimKind;
  title: string;
  language: string;
  sku_number: string;
  copy_number: number;
  opened_at: Date;
  is_open: boolean;
  cost_cents: number;
};

/** Lists open claims first. */
export async function claimsOfBorrower(db: Database, borrowerId: number, limit: number): Promise<ClaimOfBorrower[]> {
  const { rows } = await sql<ClaimOfBorrower>`
    select claim_id, kind, title, items.language, copies.sku_number, copy_number, opened_at, closed_at is null as is_open, cost_cents
    from orders join assignments using (order_id) join claims using (assignment_id) join copies using (copy_id)
      join items on items.item_id = copies.item_id
    where borrower_id = ${borrowerId}
    order by closed_at is null desc, opened_at desc, claim_id desc limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

export async function mailsTo(db: Database, address: string, limit: number) {
  return db
    .selectFrom("mails")
    .select(["mail_id", "kind", "subject", "written_at", "is_file"])
    .select(sql<"waiting" | "sent" | "dead">`state`.as("state"))
    .where(sql<string>`lower(to_address)`, "=", address.toLowerCase())
    .orderBy("mail_id", "desc")
    .limit(sql.lit(limit))
    .execute();
}

export async function notesOf(db: Database, borrowerId: number) {
  return db
    .selectFrom("borrower_notes")
    .leftJoin("account_names", "account_names.user_id", "written_by")
    .select(["note_id", "note", "written_at", "name"])
    .where("borrower_id", "=", borrowerId)
    .orderBy("note_id", "desc")
    .limit(100)
    .execute();
}
