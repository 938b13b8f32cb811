import type { CartItem } from "#contract/cart.ts";
import { itemsById } from "#server/modules/catalog/public.ts";
import type { Parts } from "#server/parts.ts";
import type { Database } from "#server/platform/database.ts";
import { ifShort, inPages, type LetIn } from "#server/platform/lists/long-list.ts";
import { type CartLineRow, type Holder, lineIdsInCart, linesInCart, linesWithIds } from "./cart.queries.ts";

/** The lines of a cart in the order they were added, and the sum of their quantities. */
export async function listCart({ db, clock }: Parts, holder: Holder & { cartKey: string }, letIn: LetIn) {
  const lines = await ifShort(() => linesInCart(db, holder, clock.now()));
  if (lines) {
    const cartCount = lines.reduce((sum, line) => sum + line.quantity, 0);
    return { data: [...(await presentLines(db, lines)).values()], cartCount };
  }
  await letIn();
  const { ids, count } = await lineIdsInCart(db, holder.cartKey);
  const read = async (page: readonly number[]) => presentLines(db, await linesWithIds(db, page));
  return { data: inPages(ids, read), cartCount: count };
}

/** The lines with their titles, by id. */
async function presentLines(db: Database, lines: readonly CartLineRow[]): Promise<Map<number, CartItem>> {
  const items = await itemsById(
    db,
    lines.map((line) => line.item_id),
  );
  return new Map(
    lines.flatMap((line) => {
      const inventory = items.get(line.item_id);
      if (!inventory) return [];
      const { cart_line_id: cartItemId, cart_key: identifier, quantity } = line;
      return [[cartItemId, { cartItemId, identifier, quantity, inventory }]];
    }),
  );
}
