import { type CaseKind, type Outcome, owedKinds, type Settlement } from "#contract/desk/cases.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import { type Expression, sql } from "kysely";
import type { LanguageCode } from "#contract/site/languages.ts";

/** Filters of cases; undefined and "" mean all. */
export type CaseFilter = { state: "" | "open" | "closed"; kind: "" | CaseKind; orderId: number; searchString: string };

export type CaseRow = Awaited<ReturnType<typeof casesOfOrders>>[number];

export async function casesOfOrders(db: Database, ...orderIds: readonly number[]) {
  return described(db).where("assignments.order_id", "in", orderIds).orderBy("case_id").execute();
}

/** How many cases of each of these borrowers are open; who has none is left out. */
export async function openCasesOf(db: Database, borrowerIds: readonly number[]): Promise<Map<number, number>> {
  if (borrowerIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("orders")
    .innerJoin("assignments", "assignments.order_id", "orders.order_id")
    .innerJoin("cases", "cases.assignment_id", "assignments.assignment_id")
    .select(["borrower_id", sql<number>`count(*)::integer`.as("open")])
    .where("borrower_id", "in", borrowerIds)
    .where("closed_at", "is", null)
    .groupBy("borrower_id")
    .execute();
  return new Map(rows.map(({ borrower_id, open }) => [borrower_id ?? 0, open]));
}

export async function describeCase(db: Database, caseId: number) {
  return described(db).where("case_id", "=", caseId).executeTakeFirst();
}

/** A page of the cases, newest first. Only its own cases are then described. */
export async function casesOf(
  db: Database,
  filter: CaseFilter,
  { page, pageSize }: { page: number; pageSize: number },
) {
  const cut = matching(db, filter)
    .select("case_id")
    .orderBy("opened_at", "desc")
    .orderBy("case_id", "desc")
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  return described(db).where(isOneOf(cut)).orderBy("opened_at", "desc").orderBy("case_id", "desc").execute();
}

export async function casesAfter(db: Database, filter: CaseFilter, after: number, lastId: number) {
  const cut = matching(db, filter)
    .select("case_id")
    .where("case_id", ">", after)
    .where("case_id", "<=", lastId)
    .orderBy("case_id")
    .limit(500);
  return described(db).where(isOneOf(cut)).orderBy("case_id").execute();
}

/** Looked up by their keys: with "in", all cases were read for each page of a download. */
const isOneOf = (cut: Expression<{ case_id: number }>) => sql<boolean>`case_id = any(array(${cut}))`;

export async function countCases(db: Database, filter: CaseFilter) {
  return matching(db, filter)
    .select([
      sql<number>`count(*)::integer`.as("count"),
      sql<number>`coalesce(max(case_id), 0)`.as("lastId"),
      sql<number>`coalesce(sum(cost_cents) filter (where closed_at is null), 0)::float`.as("openCents"),
    ])
    .executeTakeFirstOrThrow();
}

const described = (db: Database) =>
  db
    .selectFrom("cases")
    .innerJoin("assignments", "assignments.assignment_id", "cases.assignment_id")
    .innerJoin("orders", "orders.order_id", "assignments.order_id")
    .innerJoin("copies", "copies.copy_id", "assignments.copy_id")
    .innerJoin("items", "items.item_id", "assignments.item_id")
    .select(["case_id", "cases.assignment_id", "cases.note", "cost_cents", "opened_at", "closed_at", "closing_note"])
    .select("cases.parts")
    .select([sql<CaseKind>`kind`.as("kind"), sql<Outcome | null>`outcome`.as("outcome")])
    .select([
      "orders.order_id",
      "orders.borrower_id",
      "ship_to_name",
      "ship_to_school",
      "copies.copy_id",
      "items.item_id",
    ])
    .select(["copies.sku_number", "copy_number", "title", "items.language"])
    // not joined: PostgreSQL orders at most eight tables by itself, and these would be in the way
    .select([
      sql<string | null>`(select name from account_names where user_id = opened_by)`.as("opened_by_name"),
      sql<string | null>`(select name from account_names where user_id = closed_by)`.as("closed_by_name"),
    ]);

function matching(db: Database, { state, kind, orderId, searchString }: CaseFilter) {
  let cases = db.selectFrom("cases");
  if (state !== "") cases = cases.where("closed_at", state === "open" ? "is" : "is not", null);
  if (kind !== "") cases = cases.where("kind", "=", kind);
  if (orderId > 0) {
    const itsLoans = db.selectFrom("assignments").select("assignment_id").where("order_id", "=", orderId);
    cases = cases.where("assignment_id", "in", itsLoans);
  }
  if (searchString === "") return cases;
  return cases.where(sql<boolean>`(words @@ words_like(${searchString}) or case_id = any(array(
    select case_id from retitled_items join items using (item_id) join copies using (item_id)
    join assignments using (copy_id) join cases using (assignment_id)
    where words_of(title || ' ' || reference_number) @@ words_like(${searchString}) limit ${renamed}))
    or assignment_id = any(array(
      select assignment_id from assignments where copy_id in (select copies_named(${searchString})) limit ${renamed})))`);
}

const renamed = sql.lit(1000); // cases of titles that have another name now, or of a copy: they are looked at one by one

/** A loan of a locked order, with its open case. */
export async function loanById(tx: Transaction, assignmentId: number) {
  return tx
    .selectFrom("assignments")
    .innerJoin("items", "items.item_id", "assignments.item_id")
    .select(["assignments.item_id", "copy_id", "loan", "replacement_cost", "missing_parts"])
    .select([openKind])
    .where("assignment_id", "=", assignmentId)
    .executeTakeFirst();
}

const openKind = sql<CaseKind | null>`(
  select kind from cases where cases.assignment_id = assignments.assignment_id and closed_at is null
)`.as("open_kind");

/** A case with its loan, to be changed: lock its order first. */
export async function caseById(tx: Transaction, caseId: number) {
  return tx
    .selectFrom("cases")
    .innerJoin("assignments", "assignments.assignment_id", "cases.assignment_id")
    .select(["case_id", "cases.assignment_id", "order_id", "copy_id", "item_id", "cases.loan", "cost_cents"])
    .select([sql<CaseKind>`kind`.as("kind"), sql<Outcome | null>`outcome`.as("outcome"), openKind])
    .where("case_id", "=", caseId)
    .executeTakeFirst();
}

export type LockedCase = NonNullable<Awaited<ReturnType<typeof caseById>>>;

type NewCase = { assignmentId: number; loan: string; kind: CaseKind; cents: number; note: string; parts: string };

export async function insertCase(tx: Transaction, { assignmentId, cents, ...rest }: NewCase, actor: Actor) {
  const values = { ...rest, assignment_id: assignmentId, cost_cents: cents };
  const { case_id: caseId } = await tx
    .insertInto("cases")
    .values({ ...values, opened_at: actor.at, opened_by: actor.userId })
    .returning("case_id")
    .executeTakeFirstOrThrow();
  return caseId;
}

export async function setWords(tx: Transaction, caseId: number, { cents, note }: { cents: number; note: string }) {
  await tx.updateTable("cases").set({ cost_cents: cents, note }).where("case_id", "=", caseId).execute();
}

export async function openCaseOfParts(tx: Transaction, assignmentId: number) {
  return tx
    .selectFrom("cases")
    .select(["case_id", "cost_cents"])
    .where("assignment_id", "=", assignmentId)
    .where("kind", "=", "parts missing")
    .where("closed_at", "is", null)
    .executeTakeFirst();
}

export async function setParts(tx: Transaction, caseId: number, { parts, cents }: { parts: string; cents: number }) {
  await tx.updateTable("cases").set({ parts, cost_cents: cents }).where("case_id", "=", caseId).execute();
}

export async function closeCase(
  tx: Transaction,
  caseId: number,
  { outcome, note }: { outcome: Settlement | "undone"; note: string },
  { at, userId }: Actor,
) {
  await tx
    .updateTable("cases")
    .set({ outcome, closing_note: note, closed_at: at, closed_by: userId })
    .where("case_id", "=", caseId)
    .execute();
}

export async function reopenCase(tx: Transaction, caseId: number) {
  await tx
    .updateTable("cases")
    .set({ outcome: null, closing_note: "", closed_at: null, closed_by: null })
    .where("case_id", "=", caseId)
    .execute();
}

/** The case of a loan that was lost, unless that was a mistake. */
export async function lostCaseOf(tx: Transaction, assignmentId: number) {
  return tx
    .selectFrom("cases")
    .select(["opened_at", "opened_by"])
    .where("assignment_id", "=", assignmentId)
    .where("kind", "=", "lost")
    .where("outcome", "!=", "undone")
    .orderBy("case_id", "desc")
    .executeTakeFirst();
}

export type OwedItem = {
  case_id: number;
  kind: (typeof owedKinds)[number];
  parts: string;
  cost_cents: number;
  title: string;
  sku_number: string;
  copy_number: number;
  order_id: number;
};

export type Owed = {
  order_id: number;
  borrower_id: number;
  name: string;
  email_address: string;
  language: LanguageCode;
  is_read: boolean;
  is_confirmed: boolean;
  ship_to: string;
  mailed_at: Date | null;
  /** Null when nothing is open. */
  items: OwedItem[] | null;
};

const isOwed = sql`closed_at is null and kind in (${sql.join(owedKinds.map((kind) => sql.lit(kind)))})`;

/** What a borrower has to settle, oldest first, at most so much of it; and how many there are and their cost in all. */
export async function owedByBorrower(db: Database, borrowerId: number, most: number) {
  const { rows } = await sql<OwedItem & { language: string; open: number; open_cents: number }>`
    select case_id, kind, cases.parts, cost_cents, title, items.language, copies.sku_number, copy_number, order_id,
      (count(*) over ())::integer as open, (sum(cost_cents) over ())::float as open_cents
    from orders join assignments using (order_id) join cases using (assignment_id) join copies using (copy_id)
    join items on items.item_id = assignments.item_id
    where borrower_id = ${borrowerId} and ${isOwed} order by case_id limit ${most}`.execute(db);
  return rows;
}

/** Everything that is open of the borrower of a case, but for what was claimed returned; oldest first. */
export async function owedBy(db: Database, caseId: number): Promise<Owed | undefined> {
  const { rows } = await sql<Owed>`
    select order_id, borrower_id, name, email_address, language, is_read, is_confirmed,
      concat_ws(E'\\n', ship_to_name, ship_to_school, ship_to_street,
        ship_to_city || ', ' || ship_to_state || ' ' || ship_to_zip) as ship_to,
      (select max(written_at) from mails where lower(to_address) = lower(email_address) and mails.kind = 'open-cases') as mailed_at,
      (select json_agg(json_build_object('case_id', case_id, 'kind', kind, 'parts', cases.parts, 'cost_cents', cost_cents, 'title', title,
          'sku_number', sku_number, 'copy_number', copy_number, 'order_id', other.order_id) order by case_id)
        from cases join assignments as loan using (assignment_id) join orders as other on other.order_id = loan.order_id
        join copies using (copy_id) join items on items.item_id = loan.item_id
        where other.borrower_id = orders.borrower_id and ${isOwed}) as items
    from cases as asked join assignments using (assignment_id) join orders using (order_id)
    join account_mailboxes using (borrower_id)
    where asked.case_id = ${caseId}`.execute(db);
  return rows[0];
}
