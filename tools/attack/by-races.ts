import { startLibrary } from "#e2e/library.ts";
import { type Caller, newBorrower } from "#e2e/steps/api.ts";
import { clerkOf, saveRules, stock } from "#e2e/steps/as-clerk.ts";
import { noLimits } from "#server/test/set-rules.ts";

const [borrowerCount, copies] = [12, 5];

/** Lets many borrowers order the last copies at the same moment, each twice. */
export async function attackByRaces({ seconds }: AttackOptions): Promise<Outcome> {
  const library = await startLibrary({ SEED: "none" });
  const wrong: string[] = [];
  const figures = { rounds: 0, tries: 0, orders: 0 };
  try {
    const clerk = await clerkOf(library.address);
    await saveRules(clerk, noLimits);
    const borrowers: Caller[] = [];
    for (let at = 0; at < borrowerCount; at += 1) borrowers.push(await newBorrower(library.address, `racer${at}`));
    const end = performance.now() + seconds * 1000;
    while (performance.now() < end) {
      const title = await stock(clerk, { title: `Race ${figures.rounds}`, sku: `R${figures.rounds}` }, copies);
      const carts = await Promise.all(borrowers.map((borrower) => cartWith(borrower, title.id)));
      const orders = await Promise.all(borrowers.map((each, at) => orderTwice(each, carts[at] ?? "", title.id)));
      figures.rounds += 1;
      figures.tries += orders.length * 2;
      const placed = orders.flatMap(([one, other]) => {
        if (one !== other) wrong.push(`One cart became the orders ${one} and ${other}.`);
        return one === undefined ? [] : [one];
      });
      figures.orders += placed.length;
      if (placed.length !== copies) wrong.push(`${placed.length} orders for ${copies} copies`);
      const { inStock, requestedQty } = await clerk.ask<Record<string, number>>(`Inventory/Get/${title.id}`);
      if (inStock !== 0 || requestedQty !== copies) wrong.push(`${inStock} left, ${requestedQty} requested`);
    }
    return { figures, wrong };
  } finally {
    await library.stop();
  }
}

/** Fills the carts before anyone orders, because a late borrower couldn't add anything. */
const cartWith = async ({ tell }: Caller, inventoryId: number) =>
  (await tell<{ data: string }>(`Cart/AddItemToCart/${inventoryId}/1/true`)).data;

/** Orders a cart twice; returns the order's ids, undefined if refused. Empties a refused cart for the next round. */
async function orderTwice({ tell, borrowerId }: Caller, cart: string, inventoryId: number) {
  const order = () =>
    tell<{ id: number }>(`Order/SaveOrder/${borrowerId}/${cart}`).then(
      ({ id }) => id,
      () => undefined,
    );
  const [one, other] = await Promise.all([order(), order()]);
  if (one === undefined) await tell("Cart/RemoveItemFromCart", { inventory: { inventoryId } });
  return [one, other];
}

/** `seed` makes the random choices reproducible. */
export type AttackOptions = { seconds: number; seed: number };

/** Figures to print, and everything that went wrong. */
export type Outcome = { figures: object; wrong: readonly string[] };
