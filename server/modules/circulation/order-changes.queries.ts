import { installedTerms } from "#contract/codes.ts";
import type { Hand } from "#server/platform/record-audit.ts";
import type { Transaction } from "#server/platform/database.ts";
import { hotStatement } from "#server/platform/connection/hot-statements.ts";
import { type OrderFacts, shipTo } from "./letters/order-facts.queries.ts";

// Locks are taken in one order everywhere: the order, its line, the copy, then the titles in id order. Every change of
// an order's copies locks the order first, or a copy could stay on an order that is being returned.

/** An order to be placed, to where its borrower is now; what is not said yet is as the table has it. */
export type NewOrder = {
  borrowerId: number;
  cartKey: string;
  at: Date;
  /** What the borrower was shown; null for whatever the terms are now. */
  termsVersion: string | null;
  lines: readonly { itemId: number; quantity: number }[];
};

// The sub-selects hide the parameters, as in the statement that holds the stock: or it would be planned anew for each order.
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
 * Stores an order with its lines, and gives what a mail says of it; nothing when the terms are no longer those that were
 * shown. The terms' version is written as the contract's `termsVersion` writes it.
 */
export async function insertOrder(
  tx: Transaction,
  { borrowerId, cartKey, at, termsVersion, lines }: NewOrder,
): Promise<OrderFacts | undefined> {
  const [itemIds, quantities] = [lines.map(({ itemId }) => itemId), lines.map(({ quantity }) => quantity)];
  const parameters = [borrowerId, cartKey, at, termsVersion, itemIds, quantities, installedTerms];
  return (await tx.executeQuery(placement(parameters))).rows[0];
}

/** Locks an order until the transaction ends, if there is one. */
export async function lockOrder(tx: Transaction, orderId: number) {
  return tx
    .selectFrom("orders")
    .select(["order_id", "status_id", "version", "changed_by"])
    .where("order_id", "=", orderId)
    .forUpdate()
    .executeTakeFirst();
}

/** Locks the order of a line, and says what the line asks for. */
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

/** The places of a line that are filled. A statement after the lock: it sees what others did while this one waited. */
export async function takenSlots(tx: Transaction, orderLineId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom("assignments")
    .select("slot")
    .where("order_line_id", "=", orderLineId)
    .where("released_at", "is", null)
    .execute();
  return rows.map(({ slot }) => slot);
}

/** Puts copies, locked before, into places of a line. */
export async function insertAssignments(
  tx: Transaction,
  line: LockedLine,
  places: readonly { copyId: number; slot: number }[],
  hand: Hand,
): Promise<void> {
  const { order_line_id, order_id, item_id, quantity } = line;
  const common = {
    order_line_id,
    order_id,
    item_id,
    line_quantity: quantity,
    assigned_at: hand.at,
    assigned_by: hand.userId,
  };
  await tx
    .insertInto("assignments")
    .values(places.map(({ copyId, slot }) => ({ ...common, copy_id: copyId, slot })))
    .execute();
}

/** Why a copy came off an order. */
export type Release = { at: Date; reason: "undone" | "returned" };

/** Takes copies off an order: all of it, one line, or one assignment. Gives how many were still on it. */
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

/** What the order form writes. */
export type OrderChange = {
  status_id: number;
  tracking_number: string;
  ship_date: string | null;
  return_date: string | null;
  note: string;
};

/** Notes that an order was changed and by whom, and writes what the form says of it. */
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
