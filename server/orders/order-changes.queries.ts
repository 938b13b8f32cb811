import type { Orders } from "#db/schema.ts";
import { unconfirmedLimits } from "#contract/orders/teaching-days.ts";
import { installedTerms, statuses } from "#contract/catalog/codes.ts";
import { type Actor, nameOf } from "#server/platform/record-activity.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { sql, type Updateable } from "kysely";
import { Refusal } from "#server/refusals/refusal.ts";
import { breaks } from "#server/platform/errors/database-errors.ts";
import { found, HttpError } from "#server/refusals/http-error.ts";
import { isStale, type LineChange } from "./orders.rules.ts";

// All code locks in one order: the borrower, the email address, the order, its line, the copy, then the titles by id. Every
// change of an order's copies locks the order first, or a copy could stay on an order that is being returned.

export type NewOrder = {
  borrowerId: number;
  /** At most one order has this key. */
  cartKey: string;
  lines: readonly { itemId: number; quantity: number }[];
  at: Date;
  /** The version that the borrower saw; undefined for the current one. */
  termsVersion?: string | undefined;
  byPhone?: { userName: string } | undefined;
  /** The day by which the email says that an order without dates arrives. */
  expectBy?: string | undefined;
};

/** Locks a borrower, then their mailbox, so that each order counts the ones before it. */
export async function lockBorrower(tx: Transaction, borrowerId: number) {
  await sql`select from account_addresses where borrower_id = ${borrowerId} for no key update`.execute(tx);
  await sql`
    select pg_advisory_xact_lock(hashtextextended('mailbox ' || mailbox_of(email_address), 0))
    from borrowers where borrower_id = ${borrowerId}`.execute(tx);
  const { rows } = await sql<LockedBorrower>`
    select borrower_id, name, school_name, school_district, street, city, state, zip, block_reason, is_confirmed, email_address
    from account_addresses join account_mailboxes using (borrower_id, name, is_confirmed)
    where borrower_id = ${borrowerId}`.execute(tx);
  return rows[0];
}

type LockedBorrower = {
  borrower_id: number;
  name: string;
  school_name: string;
  school_district: string;
  street: string;
  city: string;
  state: string;
  zip: string;
  block_reason: string;
  is_confirmed: boolean;
  email_address: string;
};

/** Returns whether the borrower is on the waitlist for one of these titles, and may have a copy on hold. */
export async function isOnWaitlist(tx: Transaction, borrowerId: number, itemIds: readonly number[]): Promise<boolean> {
  const entry = tx
    .selectFrom("waitlist_entries")
    .select("entry_id")
    .where("borrower_id", "=", borrowerId)
    .where("left_at", "is", null)
    .where(sql<boolean>`item_id = any(${[...itemIds]}::integer[])`)
    .limit(1);
  return (await entry.executeTakeFirst()) !== undefined;
}

type Terms = { version: string; language: "en" | "es" };

/** Returns the current terms in the language that the borrower saw, or undefined if the terms have changed since. */
export async function acceptedTerms(tx: Transaction, acceptedVersion: string | undefined): Promise<Terms | undefined> {
  const current = await tx.selectFrom("current_terms").select(["version", "is_in_spanish"]).executeTakeFirstOrThrow();
  const version = current.version === 0 ? installedTerms : `${installedTerms} edit ${current.version}`;
  if (acceptedVersion === undefined || acceptedVersion === version) return { version, language: "en" };
  return current.is_in_spanish && acceptedVersion === `${version} es` ? { version, language: "es" } : undefined;
}

/**
 * Returns the titles of the open orders of a borrower and of others with the same mailbox, except one order, and for
 * the requested titles the number of copies that the library lends. `copy_days` are the borrower's own, plus other
 * confirmed accounts' if theirs is confirmed. For an unconfirmed account, which may be a stranger's, `unconfirmed_days`
 * are its own with other unconfirmed accounts', and `confirmed_days` those of confirmed accounts.
 */
export async function copyDaysOf(
  db: Database,
  borrowerId: number,
  { itemIds, loanDays, except = 0 }: { itemIds: readonly number[]; loanDays: number; except?: number | undefined },
) {
  const { rows } = await sql<OnOrder>`
    with self as (
      select mailbox_of(email_address) as mailbox, mailbox_confirmed_at is not null as is_confirmed
      from borrowers where borrower_id = ${borrowerId}
    ), open as materialized (
      select order_id, status_id, ship_date, return_date, borrower_id = ${borrowerId} as is_own,
        mailbox_confirmed_at is not null as is_confirmed, self.is_confirmed as is_for_confirmed
      from self join borrowers on mailbox_of(email_address) = mailbox join orders using (borrower_id)
      where is_open and order_id <> ${except}
    ), ${countedCopyDays(loanDays)}
    select items.item_id, title,
      coalesce(sum(copy_days) filter (where is_own or (is_for_confirmed and is_confirmed)), 0)::integer as copy_days,
      coalesce(sum(copy_days) filter (where not is_for_confirmed and not is_confirmed), 0)::integer as unconfirmed_days,
      coalesce(sum(copy_days) filter (where not is_for_confirmed and is_confirmed), 0)::integer as confirmed_days,
      case when items.item_id = any(${[...itemIds]}::integer[])
        then (select count(*)::integer from copies where copies.item_id = items.item_id and not is_inactive) else 0 end as copies
    from counted join items on items.item_id = counted.item_id group by items.item_id`.execute(db);
  return rows;
}

/** The copy-days of the orders in `open`, by title, as `counted`. */
export const countedCopyDays = (loanDays: number) => sql`held as (
      select open.*, item_id, 1 as copies, coalesce(due_on, return_date) - ship_date as days
      from open join assignments using (order_id) where status_id = ${sql.lit(statuses.shipped)} and released_at is null
      union all
      select open.*, order_lines.item_id, quantity, due_on - ship_on
      from open join order_lines using (order_id) left join order_line_dates using (order_line_id)
      where status_id <> ${sql.lit(statuses.shipped)}
    ), counted as (
      select *, (copies * greatest(coalesce(days, ${loanDays}::integer), 1))::integer as copy_days from held
    )`;

type OnOrder = {
  item_id: number;
  title: string;
  copy_days: number;
  unconfirmed_days: number;
  confirmed_days: number;
  copies: number;
};

/** Returns an unconfirmed borrower's deadline for ordering; null without an order since the mailbox became unconfirmed. */
export async function confirmByOf(db: Database, borrowerId: number): Promise<Date | null> {
  const { confirm_by } = await db
    .selectFrom("orders")
    .select((eb) => eb.fn.min("confirm_by").as("confirm_by"))
    .where("borrower_id", "=", borrowerId)
    .executeTakeFirstOrThrow();
  return confirm_by;
}

/** Stores a locked borrower's order. Returns its id. */
export async function insertOrder(
  tx: Transaction,
  borrower: LockedBorrower,
  { cartKey, at, lines, terms, byPhone }: NewOrder & { terms: Terms },
): Promise<number> {
  const { borrower_id, name, school_name: school, school_district: district, email_address: address } = borrower;
  const itemIds = lines.map(({ itemId }) => itemId);
  // staff will fill an order that they place for a caller
  const confirmBy =
    borrower.is_confirmed || byPhone
      ? null
      : ((await confirmByOf(tx, borrower_id)) ?? new Date(at.getTime() + unconfirmedLimits.hours * 3_600_000));
  const order = await tx
    .insertInto("orders")
    .values({
      borrower_id,
      cart_key: cartKey,
      ordered_at: at,
      terms_version: terms.version,
      terms_language: terms.language,
      terms_accepted_at: at,
      confirm_by: confirmBy,
      ship_to_name: name,
      ship_to_school: school,
      ship_to_district: district,
      ship_to_street: borrower.street,
      ship_to_city: borrower.city,
      ship_to_state: borrower.state,
      ship_to_zip: borrower.zip,
      words: sql`order_words(${name}, ${`${school} ${district}`}, ${address},
        (select string_agg(title || ' ' || reference_number, ' ') from items where item_id = any(${itemIds}::integer[])))`,
    })
    .returning("order_id")
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("order_lines")
    .values(lines.map(({ itemId, quantity }) => ({ order_id: order.order_id, item_id: itemId, quantity })))
    .execute();
  return order.order_id;
}

export async function lockOrder(tx: Transaction, orderId: number) {
  return tx
    .selectFrom("orders")
    .select(["order_id", "borrower_id", "status_id", "version", "changed_by", "ordered_at"])
    .select(["ship_date", "return_date", "first_sent_back_on", "is_open", "confirm_by"])
    .where("order_id", "=", orderId)
    .forUpdate()
    .executeTakeFirst();
}

/** Returns the open orders whose time to confirm the mailbox has passed. */
export async function ordersToEnd(db: Database, at: Date): Promise<number[]> {
  const rows = await db
    .selectFrom("orders")
    .select("order_id")
    .where("confirm_by", "<=", at)
    .where("is_open", "=", true)
    .orderBy("confirm_by")
    .orderBy("order_id")
    .execute();
  return rows.map(({ order_id }) => order_id);
}

export type LockedOrder = NonNullable<Awaited<ReturnType<typeof lockOrder>>>;

/** Rejects a save that is based on another version of the order. */
export async function refuseIfStale(
  tx: Transaction,
  order: LockedOrder,
  version: number | null | undefined,
): Promise<void> {
  if (!isStale(version, order.version)) return;
  throw new Refusal({ kind: "stale", what: "order", changedBy: await nameOf(tx, order.changed_by) });
}

/** Locks the order of a line. Returns the line with its taken slots and all of its assignments. */
export async function lockOrderOfLine(tx: Transaction, orderLineId: number) {
  const order = await tx
    .selectFrom("order_lines")
    .innerJoin("orders", "orders.order_id", "order_lines.order_id")
    .select(["orders.order_id", "status_id"])
    .where("order_line_id", "=", orderLineId)
    .forUpdate("orders")
    .executeTakeFirst();
  if (!order) return undefined;
  // after the lock, because the line may have changed or been removed since
  const line = await tx
    .selectFrom("order_lines")
    .select(["order_line_id", "item_id", "quantity"])
    .where("order_line_id", "=", orderLineId)
    .executeTakeFirst();
  if (!line) return undefined;
  const assignments = await tx
    .selectFrom("assignments")
    .select(["assignment_id", "slot", "released_at"])
    .where("order_id", "=", order.order_id) // the index of ended loans
    .where("order_line_id", "=", orderLineId)
    .execute();
  return {
    ...order,
    ...line,
    taken: assignments.flatMap(({ slot, released_at }) => (released_at === null ? [slot] : [])),
    assignmentIds: assignments.map(({ assignment_id }) => assignment_id),
  };
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

/** Removes an order's copies, one line's, or one assignment. Returns whether there were any. */
export async function releaseCopies(
  tx: Transaction,
  of: { orderId: number; orderLineId?: number; assignmentId?: number },
  { at, reason, userId }: { at: Date; reason: "undone" | "returned" | "lost"; userId?: number | null },
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

export async function changeOrder(
  tx: Transaction,
  orderId: number,
  userId: number | null,
  change: Updateable<Orders> = {},
) {
  const update = tx
    .updateTable("orders")
    .set((eb) => ({
      ...change,
      changed_by: userId,
      version: eb("version", "+", 1),
    }))
    .where("order_id", "=", orderId)
    .execute();
  await update.catch((error: unknown) => {
    if (breaks(error, "orders_of_nobody_are_closed")) throw new Refusal({ kind: "borrower-anonymized" });
    throw error;
  });
}

export type OwnOrder = { orderId: number; borrowerId: number };

/** Locks an order for its borrower. Throws 404 for anyone else's. */
export async function lockOwnOrder(tx: Transaction, { orderId, borrowerId }: OwnOrder) {
  const order = found(await lockOrder(tx, orderId));
  if (order.borrower_id !== borrowerId) throw new HttpError(404);
  return order;
}

export async function writeLine(tx: Transaction, orderId: number, { itemId, orderLineId, after }: LineChange) {
  if (orderLineId === undefined) {
    await tx.insertInto("order_lines").values({ order_id: orderId, item_id: itemId, quantity: after }).execute();
  } else if (after === 0) {
    await tx.deleteFrom("order_lines").where("order_line_id", "=", orderLineId).execute();
  } else {
    await tx.updateTable("order_lines").set({ quantity: after }).where("order_line_id", "=", orderLineId).execute();
  }
}

/** Releases a line's copies beyond a quantity, latest first, and renumbers the slots. */
export async function releaseExtraCopies(
  tx: Transaction,
  { orderLineId, quantity }: { orderLineId: number; quantity: number },
  { at, userId }: { at: Date; userId: number },
): Promise<void> {
  await sql`
    update assignments set released_at = ${at}, release_reason = 'undone', released_by = ${userId}
    where assignment_id in (
      select assignment_id from assignments where order_line_id = ${orderLineId} and released_at is null
      order by assignment_id offset ${quantity}
    )`.execute(tx);
  await sql`
    update assignments set slot = moved.free
    from (
      select assignment_id, free from (
        select assignment_id, row_number() over (order by slot) as place from assignments
        where order_line_id = ${orderLineId} and released_at is null and slot > ${quantity}
      ) as beyond join (
        select free, row_number() over (order by free) as place from generate_series(1, ${quantity}::integer) as free
        where not exists (select from assignments where order_line_id = ${orderLineId} and released_at is null and slot = free)
      ) as gaps using (place)
    ) as moved
    where assignments.assignment_id = moved.assignment_id`.execute(tx);
}

/** Returns the order that an earlier request with this key placed, and makes others with the key wait. */
export async function orderOfRequest(tx: Transaction, key: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended('order for a caller ' || ${key}, 0))`.execute(tx);
  return tx.selectFrom("orders").select(["order_id", "borrower_id"]).where("cart_key", "=", key).executeTakeFirst();
}

export async function notePlacedBy(tx: Transaction, orderId: number, userId: number): Promise<void> {
  await tx
    .updateTable("orders")
    .set({ placed_by: userId, changed_by: userId })
    .where("order_id", "=", orderId)
    .execute();
}
