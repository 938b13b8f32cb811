import { type Expression, sql } from "kysely";
import type { CaseKind, Settlement, Outcome } from "#contract/desk/cases.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { type OwedItem, described, isOwed } from "#server/orders/public.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import type { Actor } from "#server/platform/record-audit.ts";

/** Filters of cases; undefined and "" mean all. */
export type CaseFilter = { state: "" | "open" | "closed"; kind: "" | CaseKind; orderId: number; searchString: string };
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
