import type { Condition, WaitingState } from "#contract/desk/returns.ts";
import type { Outcome } from "#contract/desk/claims.ts";
import { statuses } from "#contract/catalog/codes.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import type { Actor } from "#server/platform/record-activity.ts";
import { sql } from "kysely";
import { heldFor } from "./resolve.queries.ts";
import { eventOfReturn, shipsSoon } from "#server/orders/public.ts";

/** Returns the order a copy is on or was lost from. Only a hint, as that order isn't locked yet. */
export async function orderOfCopy(tx: Transaction, copyId: number) {
  return tx
    .selectFrom("circulation_copies")
    .innerJoin("copies", "copies.copy_id", "circulation_copies.copy_id")
    .select(["copies.item_id", "order_id", "is_inactive", "inactive_reason"])
    .select(
      sql<number | null>`(select case when loan = 'lost' and inactive_reason = 'lost' then order_id end
        from assignments as latest where latest.copy_id = copies.copy_id and loan <> 'undone'
        order by released_at desc nulls first, assignment_id desc limit 1)`.as("lost_from"),
    )
    .where("copies.copy_id", "=", copyId)
    .executeTakeFirst();
}

export async function returnById(tx: Transaction, assignmentId: number) {
  return tx
    .selectFrom("assignments")
    .innerJoin("items", "items.item_id", "assignments.item_id")
    .select(["assignment_id", "order_id", "assignments.item_id", "copy_id"])
    .select(["parts", "replacement_cost", "missing_parts"])
    .select(sql<Condition | null>`condition`.as("condition"))
    .where("assignment_id", "=", assignmentId)
    .where("release_reason", "=", "returned")
    .executeTakeFirst();
}

export async function orderOfAssignment(tx: Transaction, assignmentId: number): Promise<number | undefined> {
  const row = await tx
    .selectFrom("assignments")
    .select("order_id")
    .where("assignment_id", "=", assignmentId)
    .executeTakeFirst();
  return row?.order_id;
}

/** Returns the last loan of a copy if it was lost from this locked order and is still lost. */
export async function lostLoan(tx: Transaction, orderId: number, copyId: number) {
  const latest = await tx
    .selectFrom("assignments")
    .innerJoin("copies", "copies.copy_id", "assignments.copy_id")
    .select(["assignment_id", "assignments.item_id", "order_id", "loan", "inactive_reason"])
    .where("assignments.copy_id", "=", copyId)
    .where("loan", "<>", "undone")
    .orderBy("released_at", (by) => by.desc().nullsFirst())
    .orderBy("assignment_id", "desc")
    .executeTakeFirst();
  return latest?.order_id === orderId && latest.loan === "lost" && latest.inactive_reason === "lost"
    ? latest
    : undefined;
}

/** Ends a current or lost loan as returned in good condition. */
export async function endAsReturned(tx: Transaction, assignmentId: number, { at, userId }: Actor) {
  const ending = { release_reason: "returned", released_at: at, released_by: userId };
  await tx
    .updateTable("assignments")
    .set({ ...ending, condition: "good", condition_note: "", missing_parts: "" })
    .where("assignment_id", "=", assignmentId)
    .execute();
}

type Inspection = { condition: Condition; note: string; missing: string };

export async function setCondition(tx: Transaction, assignmentId: number, { condition, note, missing }: Inspection) {
  await tx
    .updateTable("assignments")
    .set({ condition, condition_note: note, missing_parts: missing })
    .where("assignment_id", "=", assignmentId)
    .execute();
}

export async function copiesOut(tx: Transaction, orderId: number): Promise<number> {
  const { count } = await tx
    .selectFrom("assignments")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("order_id", "=", orderId)
    .where("released_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

export type ReturnRow = NonNullable<Awaited<ReturnType<typeof describeReturn>>>;

export async function describeReturn(db: Database, assignmentId: number, today: string) {
  return db
    .selectFrom("assignments")
    .innerJoin("copies", "copies.copy_id", "assignments.copy_id")
    .innerJoin("items", "items.item_id", "assignments.item_id")
    .innerJoin("orders", "orders.order_id", "assignments.order_id")
    .select(["assignment_id", "assignments.copy_id", "assignments.item_id", "copies.sku_number", "copy_number"])
    .select(["title", "language", "orders.order_id", "ship_to_name", "ship_to_school", "released_at"])
    .select(sql<string>`coalesce(own_shelf_location, shelf_location)`.as("shelf_location"))
    .select(sql<string | null>`coalesce(due_on, return_date)`.as("return_date"))
    .select([
      sql<Condition | null>`condition`.as("condition"),
      "condition_note",
      "parts",
      "missing_parts",
      "replacement_cost",
    ])
    .select([
      sql<number>`(select count(*) from assignments as other where other.order_id = orders.order_id
        and released_at is null)`.as("copies_out"),
      sql<number>`(select count(*) from assignments as other where other.order_id = orders.order_id
        and release_reason is distinct from 'undone')`.as("copies_sent"),
      sql<number | null>`(${eventOfReturn(sql`assignments`)})`.as("event_id"),
      neededBy(today),
      heldFor.as("held_for"),
      sql<{
        claimId: number;
        outcome: Outcome;
      } | null>`(select json_build_object('claimId', claim_id, 'outcome', outcome)
        from claims where claims.assignment_id = assignments.assignment_id and kind = 'lost' and outcome <> 'undone'
        order by claim_id desc limit 1)`.as("lost_claim"),
      sql<number | null>`(select claim_id from claims
        where claims.assignment_id = assignments.assignment_id and closed_at is null)`.as("open_claim_id"),
    ])
    .where("assignment_id", "=", assignmentId)
    .executeTakeFirst();
}

/**
 * The oldest order to pack that needs this copy because the copies on the shelf go to other orders. The copy itself
 * counts as on the shelf, hence the minus one.
 */
const neededBy = (today: string) =>
  sql<{ orderId: number; schoolName: string } | null>`(
  select json_build_object('orderId', waiting.order_id, 'schoolName', ship_to_school)
  from orders as waiting
  join order_lines on order_lines.order_id = waiting.order_id and order_lines.item_id = items.item_id
  cross join lateral generate_series(1, order_lines.quantity - (
    select count(*) from assignments as taken
    where taken.order_line_id = order_lines.order_line_id and taken.released_at is null
  )) as place
  where waiting.status_id in (${sql.lit(statuses.new)}, ${sql.lit(statuses.processing)})
    and ${shipsSoon(today, sql`waiting`)}
  order by waiting.ordered_at, waiting.order_id, place
  limit 1 offset greatest(0, items.active_copies - items.checked_out - 1)
)`.as("needed_by");

export type WaitingRow = Awaited<ReturnType<typeof waitingCopies>>[number];

/** Returns a page of the copies in a state, each with its last return; longest wait first, never returned ones last. */
export async function waitingCopies(
  db: Database,
  state: WaitingState,
  { page, pageSize }: { page: number; pageSize: number },
) {
  return db
    .selectFrom("copies")
    .innerJoin("items", "items.item_id", "copies.item_id")
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("assignments")
          .innerJoin("orders", "orders.order_id", "assignments.order_id")
          .select(["assignment_id", "orders.order_id", "ship_to_name", "ship_to_school", "released_at"])
          .select([sql<Condition | null>`condition`.as("condition"), "condition_note", "missing_parts"])
          .whereRef("assignments.copy_id", "=", "copies.copy_id")
          .where("loan", "=", "returned")
          .orderBy("released_at", "desc")
          .orderBy("assignment_id", "desc")
          .limit(1)
          .as("back"),
      (join) => join.onTrue(),
    )
    .select(["copies.copy_id", "items.item_id", "copies.sku_number", "copy_number", "title", "language"])
    .select(sql<string>`coalesce(own_shelf_location, shelf_location)`.as("shelf_location"))
    .select(["back.order_id", "ship_to_name", "ship_to_school", "released_at", "condition", "condition_note"])
    .select("missing_parts")
    .select(
      sql<number | null>`(select claim_id from claims
        where claims.assignment_id = back.assignment_id and closed_at is null)`.as("open_claim_id"),
    )
    .where("is_inactive", "=", true)
    .where("inactive_reason", "=", state)
    .orderBy("released_at", (by) => by.asc().nullsLast())
    .orderBy("copies.copy_id")
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
}

export async function countWaiting(db: Database, state: WaitingState): Promise<number> {
  const { count } = await db
    .selectFrom("copies")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("is_inactive", "=", true)
    .where("inactive_reason", "=", state)
    .executeTakeFirstOrThrow();
  return count;
}

export async function titleOf(tx: Transaction, itemId: number): Promise<string> {
  const item = tx.selectFrom("items").select("title").where("item_id", "=", itemId);
  return (await item.executeTakeFirstOrThrow()).title;
}
