import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { shortList } from "#server/platform/lists/long-list.ts";

export const newCartKey = (): string => randomBytes(16).toString("hex");

/** A cart's key and the logged-in borrower, if any. */
export type Holder = { cartKey: string | null; userId: number | null };

const anHour = 60 * 60 * 1000; // ms

/** Locks an open cart of exactly this holder, so that an order of the same cart waits. */
export async function lockOpenCart(
  tx: Transaction,
  { cartKey, userId }: Holder,
  now: Date,
): Promise<string | undefined> {
  const cart = await tx
    .selectFrom("carts")
    .select(["cart_key", "used_at"])
    .where("cart_key", "=", cartKey)
    .where("order_id", "is", null)
    .where("user_id", "is not distinct from", userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (cart && cart.used_at.getTime() + anHour < now.getTime())
    await tx.updateTable("carts").set({ used_at: now }).where("cart_key", "=", cart.cart_key).execute();
  return cart?.cart_key;
}

/** Starts and locks a cart, or returns the borrower's open one. */
export async function startCart(tx: Transaction, { cartKey, userId }: Holder & { cartKey: string }, now: Date) {
  const cart = await tx
    .insertInto("carts")
    .values({ cart_key: cartKey, user_id: userId, created_at: now, used_at: now })
    .onConflict((conflict) =>
      conflict
        .column("user_id")
        .where("order_id", "is", null)
        .doUpdateSet({ used_at: (eb) => eb.ref("excluded.used_at") }),
    )
    .returning("cart_key")
    .executeTakeFirstOrThrow();
  return cart.cart_key;
}

/** Returns a locked cart's quantity of a title, and the sum of the other quantities. */
export async function contentOfCart(tx: Transaction, cartKey: string, itemId: number) {
  return tx
    .selectFrom("cart_lines")
    .select([
      sql<number>`coalesce(sum(quantity) filter (where item_id = ${itemId}), 0)::integer`.as("before"),
      sql<number>`coalesce(sum(quantity) filter (where item_id <> ${itemId}), 0)::integer`.as("others"),
    ])
    .where("cart_key", "=", cartKey)
    .executeTakeFirstOrThrow();
}

export async function setQuantity(
  tx: Transaction,
  line: { cartKey: string; itemId: number; quantity: number },
  now: Date,
) {
  const { cartKey, itemId, quantity } = line;
  await tx
    .insertInto("cart_lines")
    .values({ cart_key: cartKey, item_id: itemId, quantity, added_at: now })
    .onConflict((conflict) => conflict.columns(["cart_key", "item_id"]).doUpdateSet({ quantity }))
    .execute();
}

export async function stockOfTitle(tx: Transaction, itemId: number): Promise<number | undefined> {
  const title = tx.selectFrom("items").select("in_stock").where("item_id", "=", itemId);
  return (await title.executeTakeFirst())?.in_stock;
}

/** An open cart that is anonymous or the caller's own. */
const isOpenTo = (userId: number | null) => sql`order_id is null and (user_id is null or user_id = ${userId}::integer)`;

type CartCount = { count: number; titles: { inventoryId: number; quantity: number }[] };

/** Returns the sum of quantities and the first titles' quantities, or none for a cart that isn't the caller's. */
export async function countInCart(db: Database, { cartKey, userId }: Holder): Promise<CartCount> {
  const { rows } = await sql<CartCount>`
    select coalesce(sum(quantity), 0)::integer as count, coalesce(to_json((array_agg(
      json_build_object('inventoryId', item_id, 'quantity', quantity) order by added_at, cart_line_id)
    )[1:${sql.lit(shortList)}]), '[]') as titles
    from carts join cart_lines using (cart_key) where cart_key = ${cartKey} and ${isOpenTo(userId)}`.execute(db);
  return rows[0] ?? { count: 0, titles: [] };
}

/** Returns the quantities of these titles in a cart, or of all titles. Empty for someone else's cart. */
export async function quantitiesInCart(db: Database, { cartKey, userId }: Holder, titles: readonly number[]) {
  const { rows } = await sql<{ itemId: number; quantity: number }>`
    select item_id as "itemId", quantity from carts join cart_lines using (cart_key)
    where cart_key = ${cartKey} and ${isOpenTo(userId)}
      and (${titles.length === 0} or item_id = any(${[...titles]}::integer[]))`.execute(db);
  return rows;
}

export type CartLineRow = { cart_line_id: number; cart_key: string; item_id: number; quantity: number };

/** Returns the first lines, oldest first, one more than a short list has. Empty for a cart that isn't the caller's. */
export async function linesInCart(db: Database, { cartKey, userId }: Holder, now: Date): Promise<CartLineRow[]> {
  const { rows } = await sql<CartLineRow>`
    with touched as (
      update carts set used_at = ${now}::timestamptz
      where cart_key = ${cartKey} and ${isOpenTo(userId)} and used_at + interval '1 day' < ${now}::timestamptz
    )
    select cart_line_id, cart_key, item_id, quantity from carts join cart_lines using (cart_key)
    where cart_key = ${cartKey} and ${isOpenTo(userId)}
    order by added_at, cart_line_id limit ${sql.lit(shortList + 1)}`.execute(db);
  return rows;
}

export async function linesWithIds(db: Database, ids: readonly number[]): Promise<CartLineRow[]> {
  return db
    .selectFrom("cart_lines")
    .select(["cart_line_id", "cart_key", "item_id", "quantity"])
    .where(sql<boolean>`cart_line_id = any(${[...ids]}::integer[])`)
    .execute();
}

/** Returns the line ids of a cart that is known to be the caller's, oldest first, and the sum of quantities. */
export async function lineIdsInCart(db: Database, cartKey: string): Promise<{ ids: number[]; count: number }> {
  const { rows } = await sql<{ ids: number[]; count: number }>`
    select coalesce(array_agg(cart_line_id order by added_at, cart_line_id), '{}') as ids,
      coalesce(sum(quantity), 0)::integer as count
    from cart_lines where cart_key = ${cartKey}`.execute(db);
  return rows[0] ?? { ids: [], count: 0 };
}

/** Removes a line by its id or its title, from the borrower's open cart without a key. */
export async function takeOutOfCart(
  db: Database,
  { cartKey, userId }: Holder,
  line: { cartLineId: number | null; itemId: number | null },
): Promise<{ cart_key: string; count: number } | undefined> {
  const { rows } = await sql<{ cart_key: string; count: number }>`
    with cart as (
      select cart_key from carts
      where order_id is null
        and (${cartKey}::text is null and user_id = ${userId}::integer
          or cart_key = ${cartKey} and (user_id is null or user_id = ${userId}::integer))
      for no key update
    ),
    gone as (
      delete from cart_lines using cart
      where cart_lines.cart_key = cart.cart_key
        and (cart_line_id = ${line.cartLineId}::integer or item_id = ${line.itemId}::integer)
      returning cart_line_id
    )
    select cart.cart_key, coalesce(sum(quantity), 0)::integer as count
    from cart left join cart_lines
      on cart_lines.cart_key = cart.cart_key and not exists (select from gone where gone.cart_line_id = cart_lines.cart_line_id)
    group by cart.cart_key`.execute(db);
  return rows[0];
}

const cartRetention = 30 * 24 * 60 * 60 * 1000; // ms

/** Deletes carts unused for 30 days, including ordered ones (clarification 4.1). */
export async function cleanUpCarts(db: Database, clock: Clock): Promise<void> {
  const since = new Date(clock.now().getTime() - cartRetention);
  await db.deleteFrom("carts").where("used_at", "<", since).execute();
}

/** Locks a cart before an order, and then reads its lines, oldest first. Every change of lines takes the same lock. */
export async function lockCart(tx: Transaction, cartKey: string) {
  const cart = await tx
    .selectFrom("carts")
    .select(["user_id", "order_id"])
    .where("cart_key", "=", cartKey)
    .forUpdate()
    .executeTakeFirst();
  if (!cart) return undefined;
  const lines = await tx
    .selectFrom("cart_lines")
    .select(["item_id as itemId", "quantity"])
    .where("cart_key", "=", cartKey)
    .orderBy("added_at")
    .orderBy("cart_line_id")
    .execute();
  return { ...cart, lines };
}

/** Closes an ordered cart, which from then on only leads to its order. */
export async function closeCart(tx: Transaction, cartKey: string, userId: number, orderId: number, now: Date) {
  const change = { user_id: userId, order_id: orderId, used_at: now };
  await tx.updateTable("carts").set(change).where("cart_key", "=", cartKey).execute();
}

export async function openCartOf(db: Database, userId: number): Promise<string | null> {
  const cart = db.selectFrom("carts").select("cart_key").where("user_id", "=", userId).where("order_id", "is", null);
  return (await cart.executeTakeFirst())?.cart_key ?? null;
}

type Rest = { cartKey: string; userId: number; titles: readonly number[]; now: Date };

/** Moves an ordered cart's other titles into the borrower's open cart, or a new one. Returns its key. */
export async function keepRest(tx: Transaction, { cartKey, userId, titles, now }: Rest): Promise<string> {
  const { rows } = await sql<{ cart_key: string }>`
    insert into carts (cart_key, user_id, created_at, used_at) values (${newCartKey()}, ${userId}, ${now}, ${now})
    on conflict (user_id) where order_id is null do update set used_at = excluded.used_at
    returning cart_key`.execute(tx);
  const [{ cart_key: rest } = { cart_key: "" }] = rows;
  await sql`
    with moved as (
      delete from cart_lines where cart_key = ${cartKey} and item_id <> all(${[...titles]}::integer[])
      returning item_id, quantity, added_at
    )
    insert into cart_lines (cart_key, item_id, quantity, added_at) select ${rest}, item_id, quantity, added_at from moved
    on conflict (cart_key, item_id) do update set quantity = greatest(cart_lines.quantity, excluded.quantity)`.execute(
    tx,
  );
  return rest;
}

/** Locks the borrower's open cart and an anonymous one, in the order of their keys. */
export async function lockCartsToMerge(tx: Transaction, userId: number, cartKey: string | null) {
  return tx
    .selectFrom("carts")
    .select(["cart_key", "user_id"])
    .where("order_id", "is", null)
    .where((is) =>
      is.or([is("user_id", "=", userId), is.and([is("cart_key", "=", cartKey), is("user_id", "is", null)])]),
    )
    .orderBy("cart_key")
    .forUpdate()
    .execute();
}

/** Assigns an anonymous cart to a borrower without one. */
export async function giveCart(tx: Transaction, cartKey: string, userId: number, now: Date): Promise<void> {
  await tx.updateTable("carts").set({ user_id: userId, used_at: now }).where("cart_key", "=", cartKey).execute();
}

/** Moves the lines of one cart into another, keeping the larger quantity per title, and deletes the first. */
export async function mergeCarts(tx: Transaction, from: string, into: string, now: Date): Promise<void> {
  await sql`
    insert into cart_lines (cart_key, item_id, quantity, added_at)
    select ${into}, item_id, quantity, added_at from cart_lines where cart_key = ${from}
    on conflict (cart_key, item_id) do update set quantity = greatest(cart_lines.quantity, excluded.quantity)`.execute(
    tx,
  );
  await tx.deleteFrom("carts").where("cart_key", "=", from).execute();
  await tx.updateTable("carts").set({ used_at: now }).where("cart_key", "=", into).execute();
}
