import type { Condition } from "#contract/desk/returns.ts";
import { statuses } from "#contract/codes.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";

/** The order a copy is on now, if any; before the order is locked, so only a hint. */
export async function orderOfCopy(tx: Transaction, copyId: number) {
  return tx
    .selectFrom("circulation_copies")
    .innerJoin("copies", "copies.copy_id", "circulation_copies.copy_id")
    .select(["order_id", "is_inactive", "inactive_reason"])
    .where("copies.copy_id", "=", copyId)
    .executeTakeFirst();
}

/** The open assignment of a copy on a locked order. */
export async function openAssignment(tx: Transaction, orderId: number, copyId: number) {
  return tx
    .selectFrom("assignments")
    .select(["assignment_id", "item_id"])
    .where("order_id", "=", orderId)
    .where("copy_id", "=", copyId)
    .where("released_at", "is", null)
    .executeTakeFirst();
}

/** A return: the assignment it ended; `isLatest` is false once the copy was assigned again. */
export async function returnById(tx: Transaction, assignmentId: number) {
  return tx
    .selectFrom("assignments as ended")
    .select(["ended.assignment_id", "order_id", "item_id", "copy_id"])
    .select(sql<Condition | null>`condition`.as("condition"))
    .select((eb) =>
      eb
        .not(
          eb.exists(
            eb
              .selectFrom("assignments as later")
              .select("later.assignment_id")
              .whereRef("later.copy_id", "=", "ended.copy_id")
              .whereRef("later.assignment_id", ">", "ended.assignment_id"),
          ),
        )
        .as("isLatest"),
    )
    .where("ended.assignment_id", "=", assignmentId)
    .where("release_reason", "=", "returned")
    .executeTakeFirst();
}

/** The order of an assignment, open or ended. */
export async function orderOfAssignment(tx: Transaction, assignmentId: number): Promise<number | undefined> {
  const row = await tx
    .selectFrom("assignments")
    .select("order_id")
    .where("assignment_id", "=", assignmentId)
    .executeTakeFirst();
  return row?.order_id;
}

export async function setCondition(tx: Transaction, assignmentId: number, condition: Condition, note: string) {
  await tx
    .updateTable("assignments")
    .set({ condition, condition_note: note })
    .where("assignment_id", "=", assignmentId)
    .execute();
}

/** Opens an ended assignment again: the copy is out. */
export async function reopenAssignment(tx: Transaction, assignmentId: number) {
  await tx
    .updateTable("assignments")
    .set({ released_at: null, release_reason: null, released_by: null, condition: null, condition_note: "" })
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

/** A return with its copy, its title, its order, and the order that waits for such a copy. */
export async function describeReturn(db: Database, assignmentId: number) {
  return db
    .selectFrom("assignments")
    .innerJoin("copies", "copies.copy_id", "assignments.copy_id")
    .innerJoin("items", "items.item_id", "assignments.item_id")
    .innerJoin("orders", "orders.order_id", "assignments.order_id")
    .select(["assignment_id", "assignments.copy_id", "assignments.item_id", "copies.sku_number", "copy_number"])
    .select(["title", "language", "orders.order_id", "ship_to_name", "ship_to_school", "return_date", "released_at"])
    .select([sql<Condition | null>`condition`.as("condition"), "condition_note"])
    .select([
      sql<number>`(select count(*) from assignments as other where other.order_id = orders.order_id
        and released_at is null)`.as("copies_out"),
      sql<number>`(select count(*) from assignments as other where other.order_id = orders.order_id
        and release_reason is distinct from 'undone')`.as("copies_sent"),
      neededBy,
    ])
    .where("assignment_id", "=", assignmentId)
    .executeTakeFirst();
}

/**
 * Who gets this copy: the oldest order that waits for one and is not served by the copies already on the shelf. The
 * copy itself counts as on the shelf, hence the copies less one.
 */
const neededBy = sql<{ orderId: number; schoolName: string } | null>`(
  select json_build_object('orderId', waiting.order_id, 'schoolName', ship_to_school)
  from orders as waiting
  join order_lines on order_lines.order_id = waiting.order_id and order_lines.item_id = items.item_id
  cross join lateral generate_series(1, order_lines.quantity - (
    select count(*) from assignments as taken
    where taken.order_line_id = order_lines.order_line_id and taken.released_at is null
  )) as place
  where waiting.status_id in (${sql.lit(statuses.new)}, ${sql.lit(statuses.processing)})
  order by waiting.ordered_at, waiting.order_id, place
  limit 1 offset greatest(0, items.active_copies - items.checked_out - 1)
)`.as("needed_by");

/** What came back of an order through the desk or by its status, and what is still out, by title. */
export async function returnsOfOrder(tx: Transaction, orderId: number) {
  const { rows } = await sql<{ title: string; quantity: number; isBack: boolean; ids: number[] }>`
    select title, count(*)::integer as quantity, released_at is not null as "isBack",
      array_agg(assignment_id order by assignment_id) as ids
    from assignments join items using (item_id)
    where order_id = ${orderId} and release_reason is distinct from 'undone'
    group by item_id, title, released_at is not null
    order by min(order_line_id)`.execute(tx);
  return rows;
}
