import type { Item } from "#contract/catalog/catalog.ts";
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { again, call } from "#web/lib/call.ts";
import { cartIdentifier, keepCartIdentifier } from "#web/lib/session.ts";
import { clearAddedItem, loadPicture, showAddedItem } from "./added-item.ts";
import { cartCountQuery, cartItemsQuery, quantityOf } from "./cart-queries.ts";
import { keptDays } from "../dates/kept-days.ts";

type Wanted<T = Item> = { item: T; quantity: number | "one more" };

/** Sets how many of a title are in the cart, or adds one, which must not be sent twice; for the days of teaching, if some are chosen. */
export async function put({ item, quantity }: Wanted<Pick<Item, "inventoryId">>) {
  const isQuickAdd = quantity === "one more";
  const params = {
    inventoryId: item.inventoryId,
    requestedQty: isQuickAdd ? "0" : String(quantity),
    isQuickAdd,
    identifier: cartIdentifier() ?? undefined,
  };
  const [teachFrom, teachTo] = keptDays();
  const query = { teachFrom, teachTo };
  const send = () =>
    call("POST Cart/AddItemToCart/{inventoryId}/{requestedQty}/{isQuickAdd}/{identifier?}", { params, query });
  return isQuickAdd ? send() : again(send);
}

type Answer = { data: string | null; cartCount: number; quantity?: number };

/** Stores the identifier, shows the returned counts, and refetches the lines. */
export async function take(client: QueryClient, { data, cartCount, quantity = 0 }: Answer, item: Item): Promise<void> {
  if (data) keepCartIdentifier(data);
  const identifier = cartIdentifier();
  const { inventoryId } = item;
  client.setQueryData(cartCountQuery(identifier).queryKey, (before) => ({
    cartCount,
    data: [...(before?.data ?? []).filter((title) => title.inventoryId !== inventoryId), { inventoryId, quantity }],
  }));
  await client.invalidateQueries({ queryKey: cartItemsQuery(identifier).queryKey });
}

/** Adds to the cart and announces it. `near` is for the button: the picture is there before it is pressed. */
export function useAddToCart(item: Item) {
  const near = () => void loadPicture(item);
  return { ...usePut(true), near: { onPointerEnter: near, onFocus: near } };
}

export function useSetQuantity() {
  return usePut(false);
}

function usePut(isAnnounced: boolean) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wanted: Wanted) => inTurn(() => put(wanted)),
    // In sequence across all buttons: the second add needs the identifier of the first, and the last press wins.
    scope: { id: "cart" },
    onError: clearAddedItem, // one voice
    onSuccess: async (answer, { item, quantity }) => {
      const before = quantity === "one more" ? answer.quantity - 1 : quantityOf(client, item.inventoryId);
      const taken = take(client, answer, item);
      if (isAnnounced) {
        await loadPicture(item);
        showAddedItem(item, before, answer.quantity);
      }
      await taken;
    },
  });
}

/** How long the other tabs are given to hear of a new cart, in milliseconds: a slow machine takes a while. */
const word = 700;

/**
 * Lets one tab at a time begin a cart: of several at once each visitor's would get its own, and all but one be lost. Without locks, as at
 * an address without TLS, each tab is alone.
 */
const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
  cartIdentifier() || !("locks" in navigator)
    ? work()
    : new Promise((resolve, reject) => {
        void navigator.locks.request("cart", async () => {
          await work().then(resolve, reject);
          await new Promise((over) => setTimeout(over, word));
        });
      });
