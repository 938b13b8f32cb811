import { sql } from "kysely";
import type { Transaction } from "#server/platform/database.ts";

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

/** Assigns an anonymous cart to a borrower without one; "duplicate" when the borrower got one in the meantime. */
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
