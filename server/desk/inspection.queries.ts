import type { Condition, WaitingState } from "#contract/desk/returns.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { sql } from "kysely";

export type WaitingRow = Awaited<ReturnType<typeof waitingCopies>>[number];

/** A page of the copies that wait, each with its last return: first come first, those that nobody returned last. */
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
    .select(sql<string>`coalesce(own_shelf_place, shelf_place)`.as("shelf_place"))
    .select(["back.order_id", "ship_to_name", "ship_to_school", "released_at", "condition", "condition_note"])
    .select("missing_parts")
    .select(
      sql<number | null>`(select case_id from cases
        where cases.assignment_id = back.assignment_id and closed_at is null)`.as("open_case_id"),
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
