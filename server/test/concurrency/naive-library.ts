import { sql } from "kysely";
import { Refusal } from "#server/refusals/refusal.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import type { Library, Line } from "./clients.ts";

/** Drops the constraints, so that the database can be broken. */
export async function dropConstraints(db: Database): Promise<void> {
  await sql`
    alter table orders drop constraint orders_cart_key_key;
    drop index assignments_one_copy_per_slot;
    alter table assignments
      drop constraint assignments_one_open_per_copy,
      drop constraint assignments_closed_order_keeps_no_copy,
      drop constraint assignments_follow_the_order,
      drop constraint assignments_within_the_quantity;
    alter table items
      drop constraint items_stock_never_below_zero,
      drop constraint items_shortfall_only_when_empty;
    alter table claims drop constraint claims_of_a_loan;`.execute(db);
}

/** Marks a copy as lost, and leaves it on its order. */
export async function loseNaively(db: Database, userId: number): Promise<void> {
  await sql`
    insert into claims (assignment_id, loan, kind, cost_cents, note, opened_at, opened_by)
    select assignment_id, 'lost', 'lost', 0, '', now(), ${userId} from assignments where released_at is null limit 1
    on conflict do nothing`.execute(db);
}

/** Returns a first-draft library: every operation is a transaction that checks before it writes, without locks. */
export function naiveLibrary(db: Database): Library {
  const inTransaction = <T>(work: (tx: Transaction) => Promise<T>) => db.transaction().execute(work);
  return {
    saveOrder: (who, cartKey) => inTransaction((tx) => saveOrder(tx, who.borrowerId ?? 0, cartKey)),
    checkOut: (line) => inTransaction((tx) => checkOut(tx, line)),
    assign: (line, copyId) => inTransaction((tx) => assign(tx, line, copyId)),
    undo: (line) => inTransaction((tx) => release(tx, line, sql`order_line_id = ${line.lineId}`)),
    remove: (line, assignmentId) => inTransaction((tx) => release(tx, line, sql`assignment_id = ${assignmentId}`)),
    cancel: (orderId) => inTransaction((tx) => setStatus(tx, orderId, 4)),
    undoChange: (orderId) => inTransaction((tx) => setStatus(tx, orderId, 2)),
    desk: {
      checkIn: (copyId) => inTransaction((tx) => end(tx, sql`copy_id = ${copyId}`, "returned")),
      undoCheckIn: (id) => inTransaction((tx) => reopen(tx, id)),
      lose: (id) => inTransaction((tx) => end(tx, sql`assignment_id = ${id}`, "lost")),
      undoLoss: (id) => inTransaction((tx) => reopen(tx, id)),
      swap: (id, copyId) =>
        inTransaction((tx) => sql`update assignments set copy_id = ${copyId} where assignment_id = ${id}`.execute(tx)),
      renew: (orderId) => inTransaction((tx) => setStatus(tx, orderId, 3)),
    },
    setStatus: (orderId, statusId) => inTransaction((tx) => setStatus(tx, orderId, statusId)),
  };
}

async function saveOrder(tx: Transaction, borrowerId: number, cartKey: string) {
  const before = await tx.selectFrom("orders").select("order_id").where("cart_key", "=", cartKey).executeTakeFirst();
  if (before) return;
  const lines = await tx
    .selectFrom("cart_lines")
    .select(["item_id", "quantity"])
    .where("cart_key", "=", cartKey)
    .orderBy("item_id")
    .execute();
  const items = await tx
    .selectFrom("items")
    .select(["item_id", "in_stock"])
    .where(
      "item_id",
      "in",
      lines.map((line) => line.item_id),
    )
    .execute();
  if (lines.some((line) => (items.find((item) => item.item_id === line.item_id)?.in_stock ?? 0) < line.quantity))
    throw new Refusal({ kind: "short-stock", titles: [] });
  const { order_id } = await tx
    .insertInto("orders")
    .values({
      borrower_id: borrowerId,
      cart_key: cartKey,
      terms_version: "1",
      terms_accepted_at: new Date(),
      ship_to_name: "",
      ship_to_school: "",
      ship_to_district: "",
      ship_to_street: "",
      ship_to_city: "",
      ship_to_state: "",
      ship_to_zip: "",
    })
    .returning("order_id")
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("order_lines")
    .values(lines.map((line) => ({ ...line, order_id })))
    .execute();
  for (const line of lines) await recount(tx, line.item_id);
}

async function checkOut(tx: Transaction, line: Line) {
  const { taken } = await readLine(tx, line);
  const missing = line.quantity - taken;
  if (missing === 0) throw new Refusal({ kind: "line-full" });
  const { rows: free } = await sql<{ copy_id: number }>`
    select copy_id from copies where item_id = ${line.itemId} and not is_inactive
      and not exists (select from assignments where assignments.copy_id = copies.copy_id and released_at is null)
    order by copy_number limit ${missing}`.execute(tx);
  if (free.length < missing) throw new Refusal({ kind: "too-few-copies", available: free.length });
  for (const [index, { copy_id }] of free.entries()) await insert(tx, line, copy_id, taken + index + 1);
  await recount(tx, line.itemId);
}

async function assign(tx: Transaction, line: Line, copyId: number) {
  const { taken } = await readLine(tx, line);
  const assignment = await tx
    .selectFrom("assignments")
    .select("copy_id")
    .where("copy_id", "=", copyId)
    .where("released_at", "is", null)
    .executeTakeFirst();
  if (assignment || taken === line.quantity) throw new Refusal({ kind: "copy-not-available" });
  await insert(tx, line, copyId, taken + 1);
  await recount(tx, line.itemId);
}

async function readLine(tx: Transaction, line: Line): Promise<{ taken: number }> {
  const { rows } = await sql<{ status_id: number; taken: number }>`
    select status_id, (select count(*)::integer from assignments where order_line_id = ${line.lineId} and released_at is null) as taken
    from orders where order_id = ${line.orderId}`.execute(tx);
  if (rows[0]?.status_id === 4) throw new Refusal({ kind: "order-returned" });
  return { taken: rows[0]?.taken ?? 0 };
}

async function insert(tx: Transaction, { orderId, lineId, itemId, quantity }: Line, copyId: number, slot: number) {
  await tx
    .insertInto("assignments")
    .values({
      order_line_id: lineId,
      order_id: orderId,
      item_id: itemId,
      line_quantity: quantity,
      copy_id: copyId,
      slot,
    })
    .execute();
}

async function release(tx: Transaction, line: Line, which: ReturnType<typeof sql>) {
  await readLine(tx, line);
  await sql`update assignments set released_at = now(), release_reason = 'undone' where ${which} and released_at is null`.execute(
    tx,
  );
  await recount(tx, line.itemId);
}

async function end(tx: Transaction, which: ReturnType<typeof sql>, reason: "returned" | "lost") {
  const { rows } = await sql<{ item_id: number }>`update assignments set released_at = now(), release_reason = ${reason}
    where ${which} and released_at is null returning item_id`.execute(tx);
  for (const { item_id } of rows) await recount(tx, item_id);
}

async function reopen(tx: Transaction, assignmentId: number) {
  const { rows } = await sql<{ item_id: number }>`update assignments set released_at = null, release_reason = null
    where assignment_id = ${assignmentId} returning item_id`.execute(tx);
  for (const { item_id } of rows) await recount(tx, item_id);
}

async function setStatus(tx: Transaction, orderId: number, statusId: number) {
  if (statusId === 4) {
    await sql`update assignments set released_at = now(), release_reason = 'returned' where order_id = ${orderId} and released_at is null`.execute(
      tx,
    );
  }
  await tx.updateTable("orders").set({ status_id: statusId }).where("order_id", "=", orderId).execute();
  const lines = await tx
    .selectFrom("order_lines")
    .select("item_id")
    .where("order_id", "=", orderId)
    .orderBy("item_id")
    .execute();
  for (const line of lines) await recount(tx, line.item_id);
}

/** Recounts like the library, but without the title's lock. */
async function recount(tx: Transaction, itemId: number) {
  const { rows } = await sql<{ checked_out: number; requested: number; active: number }>`
    select checked_out, requested, (select count(*)::integer from copies where copies.item_id = ${itemId} and not is_inactive) as active
    from circulation_stock where item_id = ${itemId}`.execute(tx);
  const { checked_out = 0, requested = 0, active = 0 } = rows[0] ?? {};
  const shortfall = Math.max(0, checked_out + requested - active);
  await tx.updateTable("items").set({ checked_out, requested, shortfall }).where("item_id", "=", itemId).execute();
}
