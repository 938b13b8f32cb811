import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { limits } from "#contract/codes.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { shortList } from "#server/platform/lists/long-list.ts";
import { hotStatement, hotWrite } from "#server/platform/connection/hot-statements.ts";

/** A key that nobody can guess. */
export const newCartKey = (): string => randomBytes(16).toString("hex");

/** The owner of a cart: its key and the logged-in borrower, if any. */
export type Holder = { cartKey: string | null; userId: number | null };

/** The result of putting a title into a cart; `quantity` is null when it was not added. */
export type Addition = {
  /** What limits the quantity: the stock, or what is free; null: no such title. */
  in_stock: number | null;
  /** null: the cart does not exist, is not the caller's, or was already ordered. */
  cart_key: string | null;
  quantity: number | null;
  /** The title's previous quantity in the cart. */
  before: number;
  /** The quantity of other titles in the cart, and how many these are. */
  others: number;
  titles: number;
};

type Wanted = {
  itemId: number;
  quantity: number;
  isQuickAdd: boolean;
  mostTitles: number;
  now: Date;
  /** What is free for teaching days, instead of the stock. */
  free: number | null;
};

/** The rest of both statements below. A single statement, because this is the product's most frequent write. */
const lineAndCounts = `
  kept as (
    select coalesce(sum(quantity) filter (where item_id = $2), 0)::integer as before,
      coalesce(sum(quantity) filter (where item_id <> $2), 0)::integer as others,
      (count(*) filter (where item_id <> $2))::integer as titles
    from cart_lines where cart_key = (select cart_key from cart)
  ),
  line as (
    insert into cart_lines (cart_key, item_id, quantity, added_at)
    select cart.cart_key, title.item_id, $4::smallint, $6::timestamptz from cart, title, kept
    where title.in_stock >= $4::smallint and (kept.titles < $7::integer or kept.before > 0)
    on conflict (cart_key, item_id) do update
    set quantity = case when $5::boolean then cart_lines.quantity + 1 else excluded.quantity end
    where not $5::boolean
      or cart_lines.quantity < least(${limits.quantity},
        coalesce($8::integer, (select in_stock from items where items.item_id = excluded.item_id)))
    returning quantity
  )
  select title.in_stock, cart.cart_key, line.quantity, kept.before, kept.others, kept.titles
  from kept left join title on true left join cart on true left join line on true`;

const title = `title as (select item_id, coalesce($8::integer, in_stock) as in_stock from items where item_id = $2::integer)`;

const additions = {
  // The lock makes an order of the same cart wait, or finds the cart ordered. The sum keeps the index on used_at out:
  // with old statistics, scanning every cart by age looks cheaper than the one by its key.
  open: hotStatement<Addition>(`
  with ${title},
  cart as (
    select cart_key from carts
    where cart_key = $1 and order_id is null and user_id is not distinct from $3::integer
    for no key update
  ),
  touched as (
    update carts set used_at = $6::timestamptz
    from cart where carts.cart_key = cart.cart_key and carts.used_at + interval '1 hour' < $6::timestamptz
  ),
  ${lineAndCounts}`),
  // A borrower has one open cart, so starting another returns that one.
  new: hotStatement<Addition>(`
  with ${title},
  cart as (
    insert into carts (cart_key, user_id, created_at, used_at)
    select $1, $3::integer, $6::timestamptz, $6::timestamptz from title where title.in_stock >= $4::smallint
    on conflict (user_id) where order_id is null do update set used_at = excluded.used_at
    returning cart_key
  ),
  ${lineAndCounts}`),
};

/**
 * Puts a title into an open cart of the caller (the logged-in borrower's, or an anonymous one); or into a new cart with
 * the given key, which is the borrower's open cart if there is one.
 */
export async function putIntoCart(
  db: Database,
  into: keyof typeof additions,
  { cartKey, userId }: Holder,
  { itemId, quantity, isQuickAdd, mostTitles, now, free }: Wanted,
): Promise<Addition> {
  const statement = additions[into];
  const values = [cartKey, itemId, userId, quantity, isQuickAdd, now, mostTitles, free];
  const { rows } = await db.executeQuery(statement(values));
  return rows[0] ?? { in_stock: null, cart_key: null, quantity: null, before: 0, others: 0, titles: 0 };
}

/** An open cart whose key the caller may use: an anonymous one, or their own. */
const isOpenTo = `order_id is null and (user_id is null or user_id = $2::integer)`;

type CartCount = { count: number; titles: { inventoryId: number; quantity: number }[] };

const countOfCart = hotStatement<CartCount>(`
  select coalesce(sum(quantity), 0)::integer as count, coalesce(to_json((array_agg(
    json_build_object('inventoryId', item_id, 'quantity', quantity) order by added_at, cart_line_id)
  )[1:${shortList}]), '[]') as titles
  from carts join cart_lines using (cart_key) where cart_key = $1 and ${isOpenTo}`);

/** The sum of quantities, and the quantities of the first titles; none for a cart that is missing or not the caller's. */
export async function countInCart(db: Database, { cartKey, userId }: Holder): Promise<CartCount> {
  const { rows } = await db.executeQuery(countOfCart([cartKey, userId]));
  return rows[0] ?? { count: 0, titles: [] };
}

export type CartLineRow = { cart_line_id: number; cart_key: string; item_id: number; quantity: number };

const linesOfCart = hotStatement<CartLineRow>(`
  with touched as (
    update carts set used_at = $3::timestamptz
    where cart_key = $1 and ${isOpenTo} and used_at + interval '1 day' < $3::timestamptz
  )
  select cart_line_id, cart_key, item_id, quantity from carts join cart_lines using (cart_key)
  where cart_key = $1 and ${isOpenTo}
  order by added_at, cart_line_id limit ${shortList + 1}`);

/**
 * The first lines in the order they were added, one more than a short list has; none for a cart that is missing or not
 * the caller's.
 */
export async function linesInCart(db: Database, { cartKey, userId }: Holder, now: Date): Promise<CartLineRow[]> {
  return (await db.executeQuery(linesOfCart([cartKey, userId, now]))).rows;
}

const linesOfIds = hotStatement<CartLineRow>(
  `select cart_line_id, cart_key, item_id, quantity from cart_lines where cart_line_id = any((select $1::integer[])::integer[])`,
);

export async function linesWithIds(db: Database, ids: readonly number[]): Promise<CartLineRow[]> {
  return (await db.executeQuery(linesOfIds([ids]))).rows;
}

/** The ids of all lines of a cart that was found to be the caller's, in the order they were added; and their count. */
export async function lineIdsInCart(db: Database, cartKey: string): Promise<{ ids: number[]; count: number }> {
  const { rows } = await sql<{ ids: number[]; count: number }>`
    select coalesce(array_agg(cart_line_id order by added_at, cart_line_id), '{}') as ids,
      coalesce(sum(quantity), 0)::integer as count
    from cart_lines where cart_key = ${cartKey}`.execute(db);
  return rows[0] ?? { ids: [], count: 0 };
}

/** Removes a line by its id or its title; without a key, from the borrower's open cart. */
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

const keptUnused = 30 * 24 * 60 * 60 * 1000; // ms

/** Deletes carts unused for 30 days, ordered ones too (clarification 4.1). */
export async function cleanUpCarts(db: Database, clock: Clock): Promise<void> {
  const since = new Date(clock.now().getTime() - keptUnused);
  await db.deleteFrom("carts").where("used_at", "<", since).execute();
}

const lock = hotWrite(`select from carts where cart_key = $1 for update`);

type CartToOrder = { user_id: number | null; order_id: number | null; lines: { itemId: number; quantity: number }[] };

const cartToOrder = hotStatement<CartToOrder>(`
  select user_id, order_id, (
    select coalesce(json_agg(json_build_object('itemId', item_id, 'quantity', quantity) order by added_at, cart_line_id), '[]')
    from cart_lines where cart_lines.cart_key = carts.cart_key
  ) as lines
  from carts where cart_key = $1`);

/**
 * Locks the cart to be ordered, then reads it with its lines in the order they were added: writers of lines take the
 * same lock. Two statements, because the second has to see what happened before the lock was given.
 */
export async function lockCart(tx: Transaction, cartKey: string): Promise<CartToOrder | undefined> {
  await tx.executeQuery(lock([cartKey]));
  return (await tx.executeQuery(cartToOrder([cartKey]))).rows[0];
}

const close = hotWrite(`update carts set user_id = $2, order_id = $3, used_at = $4 where cart_key = $1`);

/** Closes a cart: from then on it only answers with its order. */
export async function closeCart(tx: Transaction, cartKey: string, userId: number, orderId: number, now: Date) {
  await tx.executeQuery(close([cartKey, userId, orderId, now]));
}

/** The key of a borrower's open cart. */
export async function openCartOf(db: Database, userId: number): Promise<string | null> {
  const cart = db.selectFrom("carts").select("cart_key").where("user_id", "=", userId).where("order_id", "is", null);
  return (await cart.executeTakeFirst())?.cart_key ?? null;
}

type Rest = { cartKey: string; userId: number; titles: readonly number[]; now: Date };

/** Moves what an ordered cart has besides these titles into the borrower's open cart, a new one if need be; gives its key. */
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

/** Locks the borrower's open cart and an anonymous one, always in the same order. */
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
