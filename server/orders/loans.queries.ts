import { type RawBuilder, sql } from "kysely";
import type { Database, Transaction } from "#server/platform/database.ts";
import { statuses } from "#contract/catalog/codes.ts";
import { type ClaimKind, type Outcome, owedKinds, type Settlement, settlements } from "#contract/desk/claims.ts";
import type { Condition } from "#contract/desk/returns.ts";
import type { Actor } from "#server/platform/record-activity.ts";

/**
 * Whether the copy of an ended assignment was lent again. Undone check-outs don't count, and swaps mix the ids, so time
 * comes first. With "exists", PostgreSQL would read the loans of all copies.
 */
const lentSince = sql<boolean>`coalesce((
  select bool_or(later.released_at is null or (later.released_at, later.assignment_id) > (ended.released_at, ended.assignment_id))
  from assignments as later
  where later.copy_id = ended.copy_id and later.assignment_id <> ended.assignment_id and later.loan <> 'undone'), false)`;

export async function wasLentSince(tx: Transaction, assignmentId: number): Promise<boolean> {
  const { rows } = await sql`
    select from assignments as ended where assignment_id = ${assignmentId} and ${lentSince}`.execute(tx);
  return rows.length > 0;
}

/** Reads a loan of a locked order with the taken slots of its line, to reopen it if it ended. */
export async function endedLoan(tx: Transaction, assignmentId: number) {
  return tx
    .selectFrom("assignments as ended")
    .select(["assignment_id", "copy_id", "item_id", "loan", "slot", "order_line_id", "line_quantity", "due_on"])
    .select([
      sql<Condition | null>`condition`.as("condition"),
      sql<number[]>`array(select slot from assignments as open
        where open.order_line_id = ended.order_line_id and open.released_at is null)`.as("taken"),
    ])
    .where("assignment_id", "=", assignmentId)
    .executeTakeFirst();
}

/** Returns undoable return events by assignment: the copy wasn't lent since, and its line has room for it. */
export async function returnsToUndo(db: Database, orderIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ assignment_id: number; event_id: number }>`
    select ended.assignment_id, (${eventOfReturn(sql`ended`)}) as event_id
    from assignments as ended join orders using (order_id) join order_lines using (order_line_id)
    where ended.order_id = any(${[...orderIds]}::integer[]) and release_reason = 'returned'
      and orders.borrower_id is not null and not ${lentSince}
      and quantity > (select count(*) from assignments as open
        where open.order_line_id = ended.order_line_id and open.released_at is null)`.execute(db);
  return new Map(rows.flatMap(({ assignment_id, event_id }) => (event_id ? [[assignment_id, event_id]] : [])));
}

/** Selects the change that ended a loan. */
export const eventOfReturn = (loan: RawBuilder<unknown>) => sql<number | null>`
  select max(event_id) from order_events
  where order_events.order_id = ${loan}.order_id
    and changes -> 'loans' -> ${loan}.assignment_id::text -> 1 ->> 'release_reason' = 'returned'
    and changes -> 'loans' -> ${loan}.assignment_id::text -> 0 ->> 'release_reason' is distinct from 'returned'`;

/**
 * Returns whether a copy was checked in, or the order was set to Returned for another reason than losing its last copy.
 */
export async function hasReturnNews(tx: Transaction, orderId: number): Promise<boolean> {
  const { rows } = await sql<{ has_news: boolean | null }>`
    select bool_or(condition is not null)
      or status_id = ${statuses.returned} and (bool_or(loan = 'returned') or not coalesce(bool_or(loan = 'lost'), false)) as has_news
    from orders left join assignments using (order_id) where order_id = ${orderId} group by status_id`.execute(tx);
  return rows[0]?.has_news === true;
}

export async function returnsOfOrder(tx: Transaction, orderId: number) {
  const { rows } = await sql<ReturnedTitle & { ids: number[] }>`
    select title, count(*)::integer as quantity, loan, array_agg(assignment_id order by assignment_id) as ids,
      coalesce(json_agg(json_build_object('condition', condition, 'parts', missing_parts) order by assignment_id)
        filter (where loan = 'returned' and condition in ('parts missing', 'damaged')), '[]') as problems
    from assignments join items using (item_id)
    where order_id = ${orderId} and loan <> 'undone'
    group by item_id, title, loan
    order by min(order_line_id)`.execute(tx);
  return rows;
}

export type ClaimRow = Awaited<ReturnType<typeof claimsOfOrders>>[number];

export async function claimsOfOrders(db: Database, ...orderIds: readonly number[]) {
  return described(db).where("assignments.order_id", "in", orderIds).orderBy("claim_id").execute();
}

/** Returns the number of open claims by borrower, without borrowers who have none. */
export async function openClaimsOf(db: Database, borrowerIds: readonly number[]): Promise<Map<number, number>> {
  if (borrowerIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("orders")
    .innerJoin("assignments", "assignments.order_id", "orders.order_id")
    .innerJoin("claims", "claims.assignment_id", "assignments.assignment_id")
    .select(["borrower_id", sql<number>`count(*)::integer`.as("open")])
    .where("borrower_id", "in", borrowerIds)
    .where("closed_at", "is", null)
    .groupBy("borrower_id")
    .execute();
  return new Map(rows.map(({ borrower_id, open }) => [borrower_id ?? 0, open]));
}

/** Selects the change that settled a claim or opened an open one. */
const eventOfClaim = sql`
  select max(event_id) from order_events
  where order_events.order_id = orders.order_id and undone_at is null
    and changes -> 'claims' -> claims.claim_id::text ->> 1 = coalesce(outcome, 'open')
    and case when outcome is null then changes -> 'claims' -> claims.claim_id::text ->> 0 is null
      else outcome in (${sql.join(settlements.map((settlement) => sql.lit(settlement)))}) end`;

export const described = (db: Database) =>
  db
    .selectFrom("claims")
    .innerJoin("assignments", "assignments.assignment_id", "claims.assignment_id")
    .innerJoin("orders", "orders.order_id", "assignments.order_id")
    .innerJoin("copies", "copies.copy_id", "assignments.copy_id")
    .innerJoin("items", "items.item_id", "assignments.item_id")
    .select(["claim_id", "claims.assignment_id", "claims.note", "cost_cents", "opened_at", "closed_at", "closing_note"])
    .select("claims.parts")
    .select([sql<ClaimKind>`kind`.as("kind"), sql<Outcome | null>`outcome`.as("outcome")])
    .select([
      "orders.order_id",
      "orders.borrower_id",
      "ship_to_name",
      "ship_to_school",
      "copies.copy_id",
      "items.item_id",
    ])
    .select(["copies.sku_number", "copy_number", "title", "items.language"])
    .select(sql<number | null>`(${eventOfClaim})`.as("undo_event_id"))
    // subqueries, because PostgreSQL plans the order of at most eight joined tables
    .select([
      sql<string | null>`(select name from account_names where user_id = opened_by)`.as("opened_by_name"),
      sql<string | null>`(select name from account_names where user_id = closed_by)`.as("closed_by_name"),
    ]);

export const openKind = sql<ClaimKind | null>`(
  select kind from claims where claims.assignment_id = assignments.assignment_id and closed_at is null
)`.as("open_kind");

/** Reads a claim with its loan. Lock its order before changing it. */
export async function claimById(tx: Transaction, claimId: number) {
  return tx
    .selectFrom("claims")
    .innerJoin("assignments", "assignments.assignment_id", "claims.assignment_id")
    .select(["claim_id", "claims.assignment_id", "order_id", "copy_id", "item_id", "claims.loan", "cost_cents"])
    .select([sql<ClaimKind>`kind`.as("kind"), sql<Outcome | null>`outcome`.as("outcome"), openKind])
    .where("claim_id", "=", claimId)
    .executeTakeFirst();
}

export async function closeClaim(
  tx: Transaction,
  claimId: number,
  { outcome, note }: { outcome: Settlement | "undone"; note: string },
  { at, userId }: Actor,
) {
  await tx
    .updateTable("claims")
    .set({ outcome, closing_note: note, closed_at: at, closed_by: userId })
    .where("claim_id", "=", claimId)
    .execute();
}

export async function reopenClaim(tx: Transaction, claimId: number) {
  await tx
    .updateTable("claims")
    .set({ outcome: null, closing_note: "", closed_at: null, closed_by: null })
    .where("claim_id", "=", claimId)
    .execute();
}

export type OwedItem = {
  claim_id: number;
  kind: (typeof owedKinds)[number];
  parts: string;
  cost_cents: number;
  title: string;
  sku_number: string;
  copy_number: number;
  order_id: number;
};

export const isOwed = sql`closed_at is null and kind in (${sql.join(owedKinds.map((kind) => sql.lit(kind)))})`;

/** Returns a borrower's first open claims, oldest first, each with the total number and cost. */
export async function owedByBorrower(db: Database, borrowerId: number, limit: number) {
  const { rows } = await sql<OwedItem & { language: string; open: number; open_cents: number }>`
    select claim_id, kind, claims.parts, cost_cents, title, items.language, copies.sku_number, copy_number, order_id,
      (count(*) over ())::integer as open, (sum(cost_cents) over ())::float as open_cents
    from orders join assignments using (order_id) join claims using (assignment_id) join copies using (copy_id)
    join items on items.item_id = assignments.item_id
    where borrower_id = ${borrowerId} and ${isOwed} order by claim_id limit ${limit}`.execute(db);
  return rows;
}

/** `parts` is text such as "1 DVD; 2 cards", or "" if unknown. */
type Problem = { condition: "damaged" | "parts missing"; parts: string };

export type ReturnedTitle = {
  title: string;
  quantity: number;
  loan: "returned" | "out" | "lost";
  problems?: readonly Problem[];
};
