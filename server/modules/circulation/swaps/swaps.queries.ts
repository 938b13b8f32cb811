import { statuses } from "#contract/codes.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import { sql } from "kysely";

/** An assignment; before its order is locked, only a hint. */
export async function assignmentById(tx: Transaction, assignmentId: number) {
  return assignments(tx).where("assignment_id", "=", assignmentId).executeTakeFirst();
}

export async function openAssignmentOf(tx: Transaction, copyId: number) {
  return assignments(tx).where("copy_id", "=", copyId).where("released_at", "is", null).executeTakeFirst();
}

const assignments = (tx: Transaction) =>
  tx.selectFrom("assignments").select(["assignment_id", "order_id", "copy_id", "item_id", "released_at"]);

/** Gives each of these open assignments its copy; for a moment, two may say the same. */
export async function setCopies(
  tx: Transaction,
  places: readonly { assignmentId: number; copyId: number }[],
): Promise<void> {
  await sql`set constraints assignments_one_open_per_copy deferred`.execute(tx);
  await sql`
    update assignments set copy_id = given.copy_id
    from unnest(${places.map(({ assignmentId }) => assignmentId)}::integer[],
      ${places.map(({ copyId }) => copyId)}::integer[]) as given (assignment_id, copy_id)
    where assignments.assignment_id = given.assignment_id`.execute(tx);
  await sql`set constraints assignments_one_open_per_copy immediate`.execute(tx);
}

type NewSwap = { assignmentId: number; otherId: number | null; found: number; recorded: number };

export async function insertSwap(tx: Transaction, { assignmentId, otherId, found, recorded }: NewSwap, actor: Actor) {
  const copies = { found_copy_id: found, recorded_copy_id: recorded };
  const { swap_id: swapId } = await tx
    .insertInto("swaps")
    .values({
      assignment_id: assignmentId,
      other_assignment_id: otherId,
      ...copies,
      swapped_at: actor.at,
      swapped_by: actor.userId,
    })
    .returning("swap_id")
    .executeTakeFirstOrThrow();
  return swapId;
}

export async function swapById(tx: Transaction, swapId: number) {
  return tx.selectFrom("swaps").selectAll().where("swap_id", "=", swapId).executeTakeFirst();
}

export async function endSwap(tx: Transaction, swapId: number, at: Date): Promise<void> {
  await tx.updateTable("swaps").set({ undone_at: at }).where("swap_id", "=", swapId).execute();
}

export type SwapRow = NonNullable<Awaited<ReturnType<typeof describeSwap>>>;

export async function describeSwap(db: Database, swapId: number) {
  return described(db).where("swap_id", "=", swapId).executeTakeFirst();
}

/** The swaps of orders that were not undone, oldest first. */
export async function swapsOfOrders(db: Database, orderIds: readonly number[]) {
  const isOneOfThem = sql<boolean>`order_id = any(${[...orderIds]}::integer[])`;
  const itsLoans = db.selectFrom("assignments").select("assignment_id").where(isOneOfThem);
  return described(db)
    .where("undone_at", "is", null)
    .where((eb) => eb.or([eb("swaps.assignment_id", "in", itsLoans), eb("other_assignment_id", "in", itsLoans)]))
    .orderBy("swap_id")
    .execute();
}

const described = (db: Database) =>
  db
    .selectFrom("swaps")
    .innerJoin("assignments", "assignments.assignment_id", "swaps.assignment_id")
    .leftJoin("assignments as others", "others.assignment_id", "other_assignment_id")
    .innerJoin("items", "items.item_id", "assignments.item_id")
    .innerJoin("copies as found", "found.copy_id", "found_copy_id")
    .innerJoin("copies as recorded", "recorded.copy_id", "recorded_copy_id")
    .select(["swap_id", "swapped_at", "assignments.order_id", "others.order_id as other_order_id", "title", "language"])
    .select(["found.sku_number as found_sku", "found.copy_number as found_number"])
    .select(["recorded.sku_number as recorded_sku", "recorded.copy_number as recorded_number"])
    .select(sql<string | null>`(select name from account_names where user_id = swapped_by)`.as("swapped_by_name"));

export async function loansBeside(db: Database, copyId: number, most: number) {
  return db
    .selectFrom("assignments")
    .innerJoin("orders", "orders.order_id", "assignments.order_id")
    .innerJoin("copies", "copies.copy_id", "assignments.copy_id")
    .select(["assignment_id", "orders.order_id", "ship_to_name", "ship_to_school", "copies.sku_number", "copy_number"])
    .where("assignments.item_id", "=", (eb) =>
      eb.selectFrom("copies as scanned").select("scanned.item_id").where("scanned.copy_id", "=", copyId),
    )
    .where("assignments.copy_id", "<>", copyId)
    .where("released_at", "is", null)
    .where("status_id", "=", statuses.shipped)
    .orderBy("assigned_at")
    .orderBy("assignment_id")
    .limit(most)
    .execute();
}
