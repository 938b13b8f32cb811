import type { Orders } from "#db/schema.ts";
import { installedTerms, statuses } from "#contract/codes.ts";
import { holding } from "#server/modules/stock/public.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { hotStatement, hotWrite } from "#server/platform/connection/hot-statements.ts";
import type { Updateable } from "kysely";
import { Refusal } from "#server/refusals/refusal.ts";
import { breaks } from "#server/platform/errors/database-errors.ts";
import { type OrderFacts, shipTo } from "./letters/order-facts.queries.ts";

// The lock order is the same everywhere: the borrower, the order, its line, the copy, then the titles in id order. Every change of an
// order's copies locks the order first, or a copy could stay on an order that is being returned.

/** What to order: the lines of a cart, to ship to its borrower's current address. */
export type NewOrder = {
  borrowerId: number;
  /** The cart's key, which has at most one order. */
  cartKey: string;
  lines: readonly { itemId: number; quantity: number }[];
  at: Date;
  /** The terms version shown to the borrower; undefined: the current one. */
  termsVersion?: string | undefined;
  /** Staff place it for a caller, whose email names the account. */
  byPhone?: { userName: string };
};

/** A new order, and what its borrower had before it: copies ordered and out, and orders in the last 24 hours. */
type Placed = OrderFacts & { copies_before: number; orders_before: number };

/** What came of placing an order; nothing is stored where `order_id` is null. */
type Placement = {
  /** Why the borrower may not order; "": they may. */
  blocked_because: string;
  /** They wait for one of the titles: what is held for them must be taken first. */
  is_in_line: boolean;
  /** Titles that are short or booked; null: none. */
  told: Parameters<typeof holding.heldAs>[0] | null;
} & (Placed | { order_id: null });

// The rest of the transaction keeps its cached plans. PostgreSQL compares their cost with that of the first plans it made for a
// connection: while orders become more it would plan for each of some seventy orders, which takes longer than the order.
const borrowerLock = hotWrite(`
  select set_config('plan_cache_mode', 'force_generic_plan', true) from account_addresses
  where borrower_id = $1 for no key update`);

/**
 * Makes other orders of the borrower wait, so that each counts those before it. It is sent together with the next statement, which
 * says whether there is such a borrower.
 */
export async function lockBorrower(tx: Transaction, borrowerId: number): Promise<void> {
  await tx.executeQuery(borrowerLock([borrowerId]));
}

// One statement, because each costs a trip, and reads borrower and titles again. The sub-selects hide the parameters, as in the
// statement that holds stock; otherwise it would be planned for each order. What the borrower has is read after their lock.
const placing = ({ titles, isHeld, told, isInLine }: Record<"titles" | "isHeld" | "told" | "isInLine", string>) => `
  with terms as (
    select case when version = 0 then $6 else $6 || ' edit ' || version end as version, is_in_spanish from current_terms
  ), borrower as (
    select borrower_id, name, school_name, school_district, street, city, state, zip, blocked_because, is_confirmed,
      email_address, is_read, language, ${isInLine} as is_in_line
    from account_addresses join account_mailboxes using (borrower_id, name, is_confirmed) where borrower_id = $3
  ), ${titles}, placed as (
    insert into orders (
      borrower_id, cart_key, ordered_at, terms_version, terms_language, terms_accepted_at,
      ship_to_name, ship_to_school, ship_to_district, ship_to_street, ship_to_city, ship_to_state, ship_to_zip, words
    )
    select borrower_id, $4, $5, terms.version, case (select $7) when terms.version || ' es' then 'es' else 'en' end, $5,
      name, school_name, school_district, street, city, state, zip,
      order_words(name, school_name || ' ' || school_district, email_address,
        (select string_agg(title || ' ' || reference_number, ' ') from titles))
    from borrower cross join terms
    where blocked_because = '' and not is_in_line and ${isHeld}
      and (select coalesce($7, terms.version)) in (terms.version, case when is_in_spanish then terms.version || ' es' end)
    returning *
  ), lines as (
    insert into order_lines (order_id, item_id, quantity)
    select order_id, item_id, quantity
    from placed cross join unnest((select $1::integer[]), (select $8::smallint[])) with ordinality as line (item_id, quantity, position)
    order by position
    returning order_line_id, item_id, quantity
  )
  select blocked_because, is_in_line, ${told} as told,
    order_id, borrower.borrower_id, tracking_number, ship_date, return_date, name, email_address, is_read, is_confirmed, language, ${shipTo},
    orders_before, copies_before,
    (select json_agg(json_build_object('title', title, 'quantity', quantity) order by order_line_id)
      from lines join titles using (item_id)) as lines
  from borrower left join placed on true left join lateral (
    select (count(*) filter (where before.ordered_at > placed.ordered_at - interval '24 hours'))::integer as orders_before,
      coalesce(sum(case when not is_open then 0
        when status_id = ${statuses.shipped}
        then (select count(*) from assignments where assignments.order_id = before.order_id and released_at is null)
        else (select sum(quantity) from order_lines where order_lines.order_id = before.order_id) end), 0)::integer as copies_before
    from orders as before where before.borrower_id = placed.borrower_id
  ) as lent on true`;

const placements = {
  ofHeld: hotStatement<Placement>(
    placing({
      titles: holding.holdingIn.parts("(select blocked_because = '' and not is_in_line from borrower)"),
      isHeld: "not exists (select from short)",
      told: holding.holdingIn.told,
      isInLine: `exists (
        select from queue_places where queue_places.borrower_id = account_addresses.borrower_id and left_at is null
          and item_id = any((select $1::integer[])::integer[]))`,
    }),
  ),
  ofBooked: hotStatement<Placement>(
    placing({
      titles: `titles as (
        select item_id, title, reference_number from items where item_id = any((select $1::integer[])::integer[]))`,
      isHeld: "(select $2::integer[]) is null", // the parameter has no other use here
      told: "null",
      isInLine: "false",
    }),
  ),
};

/**
 * Stores an order of a locked borrower with its lines, and gives the facts for its email; `hold` is how much of each line is held with it, and left out
 * where it is booked. Nothing is stored when they may not order, a title is short, or the terms have changed since they were shown;
 * undefined when there is no such borrower. The terms version is written like the contract's `termsVersion`.
 */
export async function insertOrder(
  tx: Transaction,
  { borrowerId, cartKey, at, termsVersion, lines }: NewOrder,
  hold?: readonly number[],
) {
  const [itemIds, quantities] = [lines.map(({ itemId }) => itemId), lines.map(({ quantity }) => quantity)];
  const place = hold ? placements.ofHeld : placements.ofBooked;
  const order = [borrowerId, cartKey, at, installedTerms, termsVersion ?? null, quantities];
  return (await tx.executeQuery(place([itemIds, hold ?? null, ...order]))).rows[0];
}

export async function lockOrder(tx: Transaction, orderId: number) {
  return tx
    .selectFrom("orders")
    .select(["order_id", "borrower_id", "status_id", "version", "changed_by", "canceled_at", "canceled_from"])
    .select(["returned_from", "returned_at", "ordered_at", "ship_date", "return_date", "first_sent_back_on"])
    .where("order_id", "=", orderId)
    .forUpdate()
    .executeTakeFirst();
}

export type LockedOrder = NonNullable<Awaited<ReturnType<typeof lockOrder>>>;

/** Locks the order of a line; gives the line with its taken slots, and its assignments of now and earlier. */
export async function lockOrderOfLine(tx: Transaction, orderLineId: number) {
  const order = await tx
    .selectFrom("order_lines")
    .innerJoin("orders", "orders.order_id", "order_lines.order_id")
    .select(["orders.order_id", "status_id"])
    .where("order_line_id", "=", orderLineId)
    .forUpdate("orders")
    .executeTakeFirst();
  if (!order) return undefined;
  // after the lock, to see what others did in the meantime: the line may have another quantity, or be gone
  const line = await tx
    .selectFrom("order_lines")
    .select(["order_line_id", "item_id", "quantity"])
    .where("order_line_id", "=", orderLineId)
    .executeTakeFirst();
  if (!line) return undefined;
  const assignments = await tx
    .selectFrom("assignments")
    .select(["assignment_id", "slot", "released_at"])
    .where("order_id", "=", order.order_id) // ended loans are found by it
    .where("order_line_id", "=", orderLineId)
    .execute();
  return {
    ...order,
    ...line,
    taken: assignments.flatMap(({ slot, released_at }) => (released_at === null ? [slot] : [])),
    assignmentIds: assignments.map(({ assignment_id }) => assignment_id),
  };
}

/** The line that a copy is, or was, checked out to. */
export async function lineOfAssignment(db: Database, assignmentId: number): Promise<number | undefined> {
  const assignment = await db
    .selectFrom("assignments")
    .select("order_line_id")
    .where("assignment_id", "=", assignmentId)
    .executeTakeFirst();
  return assignment?.order_line_id ?? undefined;
}

export type LockedLine = NonNullable<Awaited<ReturnType<typeof lockOrderOfLine>>>;

export async function insertAssignments(
  tx: Transaction,
  line: LockedLine,
  places: readonly { copyId: number; slot: number }[],
  actor: Actor,
): Promise<void> {
  const { order_line_id, order_id, item_id, quantity: line_quantity } = line;
  const common = { order_line_id, order_id, item_id, line_quantity, assigned_at: actor.at, assigned_by: actor.userId };
  await tx
    .insertInto("assignments")
    .values(places.map(({ copyId, slot }) => ({ ...common, copy_id: copyId, slot })))
    .execute();
}

/** Removes copies from an order: all of them, one line's, or one assignment. Returns whether any were still on it. */
export async function releaseCopies(
  tx: Transaction,
  of: { orderId: number; orderLineId?: number; assignmentId?: number },
  { at, reason, userId }: { at: Date; reason: "undone" | "returned" | "lost"; userId?: number },
): Promise<boolean> {
  let open = tx
    .updateTable("assignments")
    .set({ released_at: at, release_reason: reason, released_by: userId ?? null })
    .where("order_id", "=", of.orderId)
    .where("released_at", "is", null);
  if (of.orderLineId !== undefined) open = open.where("order_line_id", "=", of.orderLineId);
  if (of.assignmentId !== undefined) open = open.where("assignment_id", "=", of.assignmentId);
  const { numUpdatedRows } = await open.executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function changeOrder(tx: Transaction, orderId: number, userId: number, change: Updateable<Orders> = {}) {
  const changing = tx
    .updateTable("orders")
    .set((eb) => ({
      // whatever else changes the status, what set it to Returned by hand is over
      ...(change.status_id !== undefined && { returned_from: null, returned_at: null }),
      ...change,
      changed_by: userId,
      version: eb("version", "+", 1),
    }))
    .where("order_id", "=", orderId)
    .execute();
  await changing.catch((error: unknown) => {
    if (breaks(error, "orders_of_nobody_are_closed")) throw new Refusal({ kind: "borrower-forgotten" });
    throw error;
  });
}
