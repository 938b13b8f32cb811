import { installedTerms } from "#contract/codes.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import type { Transaction } from "#server/platform/database.ts";
import { hotStatement } from "#server/platform/connection/hot-statements.ts";
import { type OrderFacts, shipTo } from "./letters/order-facts.queries.ts";

// The lock order is the same everywhere: the order, its line, the copy, then the titles in id order. Every change of an
// order's copies locks the order first, or a copy could stay on an order that is being returned.

/** A new order to its borrower's current address; other columns have their defaults. */
export type NewOrder = {
  borrowerId: number;
  cartKey: string;
  at: Date;
  /** The terms version shown to the borrower; null for the current one. */
  termsVersion: string | null;
  lines: readonly { itemId: number; quantity: number }[];
};

// The sub-selects hide the parameters, as in the statement that reserves the stock; otherwise it would be planned for
// each order.
const placement = hotStatement<OrderFacts>(`
  with terms as (
    select case when version = 0 then $7 else $7 || ' edit ' || version end as version from current_terms
  ), placed as (
    insert into orders (
      borrower_id, cart_key, ordered_at, terms_version, terms_accepted_at,
      ship_to_name, ship_to_school, ship_to_district, ship_to_street, ship_to_city, ship_to_state, ship_to_zip
    )
    select borrower_id, $2, $3, terms.version, $3, name, school_name, school_district, street, city, state, zip
    from account_addresses cross join terms
    where borrower_id = $1 and (select coalesce($4, terms.version)) = terms.version
    returning *
  ), lines as (
    insert into order_lines (order_id, item_id, quantity)
    select order_id, item_id, quantity
    from placed cross join unnest((select $5::integer[]), (select $6::smallint[])) with ordinality as line (item_id, quantity, position)
    order by position
    returning order_line_id, item_id, quantity
  )
  select order_id, tracking_number, ship_date, return_date, name, email_address, is_read, language, ${shipTo},
    (select json_agg(json_build_object('title', title, 'quantity', quantity) order by order_line_id)
      from lines join items using (item_id)) as lines
  from placed join account_mailboxes using (borrower_id)`);

/**
 * Stores an order with its lines and returns the facts for its email; nothing when the terms have changed since they
 * were shown. The terms version is written like the contract's `termsVersion`.
 */
export async function insertOrder(
  tx: Transaction,
  { borrowerId, cartKey, at, termsVersion, lines }: NewOrder,
): Promise<OrderFacts | undefined> {
  const [itemIds, quantities] = [lines.map(({ itemId }) => itemId), lines.map(({ quantity }) => quantity)];
  const parameters = [borrowerId, cartKey, at, termsVersion, itemIds, quantities, installedTerms];
  return (await tx.executeQuery(placement(parameters))).rows[0];
}

/** Locks an order until the transaction ends, if it exists. */
export async function lockOrder(tx: Transaction, orderId: number) {
  return tx
    .selectFrom("orders")
    .select(["order_id", "status_id", "version", "changed_by"])
    .where("order_id", "=", orderId)
    .forUpdate()
    .executeTakeFirst();
}

/** Locks the order of a line and returns the line's quantity. */
export async function lockOrderOfLine(tx: Transaction, orderLineId: number) {
  return tx
    .selectFrom("order_lines")
    .innerJoin("orders", "orders.order_id", "order_lines.order_id")
    .select(["order_line_id", "orders.order_id", "item_id", "quantity", "status_id"])
    .where("order_line_id", "=", orderLineId)
    .forUpdate("orders")
    .executeTakeFirst();
}

/** A line whose order is locked. */
export type LockedLine = NonNullable<Awaited<ReturnType<typeof lockOrderOfLine>>>;

/** The filled slots of a line. Run after the lock, so that it sees what others did in the meantime. */
export async function takenSlots(tx: Transaction, orderLineId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom("assignments")
    .select("slot")
    .where("order_line_id", "=", orderLineId)
    .where("released_at", "is", null)
    .execute();
  return rows.map(({ slot }) => slot);
}

/** Assigns locked copies to slots of a line. */
export async function insertAssignments(
  tx: Transaction,
  line: LockedLine,
  places: readonly { copyId: number; slot: number }[],
  actor: Actor,
): Promise<void> {
  const { order_line_id, order_id, item_id, quantity } = line;
  const common = {
    order_line_id,
    order_id,
    item_id,
    line_quantity: quantity,
    assigned_at: actor.at,
    assigned_by: actor.userId,
  };
  await tx
    .insertInto("assignments")
    .values(places.map(({ copyId, slot }) => ({ ...common, copy_id: copyId, slot })))
    .execute();
}

/** Why a copy was removed from an order. */
export type Release = { at: Date; reason: "undone" | "returned" };

/** Removes copies from an order: all of them, one line's, or one assignment. Returns how many were still on it. */
export async function releaseCopies(
  tx: Transaction,
  of: { orderId: number; orderLineId?: number; assignmentId?: number },
  { at, reason }: Release,
): Promise<number> {
  let open = tx
    .updateTable("assignments")
    .set({ released_at: at, release_reason: reason })
    .where("order_id", "=", of.orderId)
    .where("released_at", "is", null);
  if (of.orderLineId !== undefined) open = open.where("order_line_id", "=", of.orderLineId);
  if (of.assignmentId !== undefined) open = open.where("assignment_id", "=", of.assignmentId);
  const { numUpdatedRows } = await open.executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Whether this assignment is or was one of this line. */
export async function lineHasAssignment(tx: Transaction, orderLineId: number, assignmentId: number): Promise<boolean> {
  const row = await tx
    .selectFrom("assignments")
    .select("assignment_id")
    .where("assignment_id", "=", assignmentId)
    .where("order_line_id", "=", orderLineId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The columns the order form writes. */
export type OrderChange = {
  status_id: number;
  tracking_number: string;
  ship_date: string | null;
  return_date: string | null;
  note: string;
};

/** Stores the form's changes to an order and its actor. */
export async function changeOrder(
  tx: Transaction,
  orderId: number,
  userId: number,
  change?: OrderChange,
): Promise<void> {
  await tx
    .updateTable("orders")
    .set((eb) => ({ ...change, changed_by: userId, version: eb("version", "+", 1) }))
    .where("order_id", "=", orderId)
    .execute();
}

/** The titles of an order. */
export async function itemIdsOf(tx: Transaction, orderId: number): Promise<number[]> {
  const rows = await tx.selectFrom("order_lines").select("item_id").where("order_id", "=", orderId).execute();
  return rows.map(({ item_id }) => item_id);
}
