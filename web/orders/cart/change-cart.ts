import type { Item } from "#contract/catalog/catalog.ts";
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { again, call } from "#web/lib/call.ts";
import { cartIdentifier, keepCartIdentifier } from "#web/lib/session.ts";
import { clearAddedItem, loadPicture, showAddedItem } from "./added-item.ts";
import { cartCountQuery, cartItemsQuery, quantityOf, storedDates } from "./cart-queries.ts";

type CartChange<T = Item> = { item: T; quantity: number | "one more" };

/** Sets a quantity, or adds one without a retry, because adding isn't idempotent. */
export async function put({ item, quantity }: CartChange<Pick<Item, "inventoryId">>) {
  const isQuickAdd = quantity === "one more";
  const params = {
    inventoryId: item.inventoryId,
    requestedQty: isQuickAdd ? "0" : String(quantity),
    isQuickAdd,
    identifier: cartIdentifier() ?? undefined,
  };
  const [teachFrom, teachTo] = storedDates();
  const query = { teachFrom, teachTo };
  const send = () =>
    call("POST Cart/AddItemToCart/{inventoryId}/{requestedQty}/{isQuickAdd}/{identifier?}", { params, query });
  return isQuickAdd ? send() : again(send);
}

type Answer = { data: string | null; cartCount: number; quantity?: number };

/** Stores the identifier, shows the new counts, and refetches the lines. */
export async function applyAnswer(
  client: QueryClient,
  { data, cartCount, quantity = 0 }: Answer,
  item: Item,
): Promise<void> {
  if (data) keepCartIdentifier(data);
  const identifier = cartIdentifier();
  const { inventoryId } = item;
  client.setQueryData(cartCountQuery(identifier).queryKey, (before) => ({
    cartCount,
    data: [...(before?.data ?? []).filter((title) => title.inventoryId !== inventoryId), { inventoryId, quantity }],
  }));
  await client.invalidateQueries({ queryKey: cartItemsQuery(identifier).queryKey });
}

/** Adds to the cart and announces it. The button's `near` props preload the picture. */
export function useAddToCart(item: Item) {
  const preload = () => void loadPicture(item);
  return { ...usePut(true), near: { onPointerEnter: preload, onFocus: preload } };
}

export function useSetQuantity() {
  return usePut(false);
}

function usePut(isAnnounced: boolean) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: CartChange) => inTurn(() => put(change)),
    // one after another, because the second add needs the identifier of the first, and the last press wins
    scope: { id: "cart" },
    onError: clearAddedItem, // the toast says enough
    onSuccess: async (answer, { item, quantity }) => {
      const before = quantity === "one more" ? answer.quantity - 1 : quantityOf(client, item.inventoryId);
      const update = applyAnswer(client, answer, item);
      if (isAnnounced) {
        await loadPicture(item);
        showAddedItem(item, before, answer.quantity);
      }
      await update;
    },
  });
}

/** Gives other tabs time to learn about a new cart, even on a slow computer. */
const broadcastMs = 700;

/** Lets one tab at a time start a cart, or all but one would be lost. Pages without TLS have no locks. */
const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
  cartIdentifier() || !("locks" in navigator)
    ? work()
    : new Promise((resolve, reject) => {
        void navigator.locks.request("cart", async () => {
          await work().then(resolve, reject);
          await new Promise((done) => setTimeout(done, broadcastMs));
        });
      });
