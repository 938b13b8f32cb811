import type { CartItem } from "#contract/cart.ts";
import type { Item } from "#contract/catalog.ts";
import { messages } from "#contract/specified-messages.ts";
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";
import { cartIdentifier, keepCartIdentifier } from "#web/lib/session.ts";
import { showAddedItem } from "./added-item.ts";
import { cartCountQuery, cartItemsQuery } from "./cart-queries.ts";

export type Wanted = { item: Item; quantity: number | "one more" };

async function put({ item, quantity }: Wanted) {
  const isQuickAdd = quantity === "one more";
  const params = {
    inventoryId: item.inventoryId,
    requestedQty: isQuickAdd ? "0" : String(quantity),
    isQuickAdd,
    identifier: cartIdentifier() ?? undefined,
  };
  return call("POST Cart/AddItemToCart/{inventoryId}/{requestedQty}/{isQuickAdd}/{identifier?}", { params });
}

/** Stores the identifier, shows the returned count, and refetches the lines. */
async function take(
  client: QueryClient,
  { data, cartCount }: { data: string | null; cartCount: number },
): Promise<void> {
  if (data) keepCartIdentifier(data);
  const identifier = cartIdentifier();
  client.setQueryData(cartCountQuery(identifier).queryKey, cartCount);
  await client.invalidateQueries({ queryKey: cartItemsQuery(identifier).queryKey });
}

/** Adds to the cart and announces it. */
export function useAddToCart() {
  return usePut(({ item }) => showAddedItem(item));
}

export function useSetQuantity() {
  return usePut(() => {});
}

function usePut(announce: (wanted: Wanted) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: put,
    // In sequence across all buttons: the second add needs the identifier of the first, and the last press wins.
    scope: { id: "cart" },
    onSuccess: async (answer, wanted) => {
      announce(wanted);
      await take(client, answer);
    },
  });
}

export function useRemoveFromCart() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (line: CartItem) =>
      call("POST Cart/RemoveItemFromCart", { body: { cartItemId: line.cartItemId, identifier: cartIdentifier() } }),
    scope: { id: "cart" },
    meta: { done: messages.done.itemRemovedFromCart },
    onSuccess: async (answer) => take(client, answer),
  });
}

type Submission = { borrowerId: number; identifier: string; termsVersion: string | undefined };

/** Places the order and returns its id. The cart is kept until the answer arrives, so a retry is safe. */
export function useCheckOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ borrowerId, identifier, termsVersion }: Submission) => {
      const params = { x: String(borrowerId), identifier };
      return (await call("POST Order/SaveOrder/{x}/{identifier}", { params, query: { termsVersion } })).id;
    },
    meta: { done: messages.done.orderSubmitted },
    // Short stock: refetched lines show what is left.
    onError: () => void client.invalidateQueries({ queryKey: ["cart", "items"] }),
    onSuccess: async () => {
      keepCartIdentifier(null);
      client.removeQueries({ queryKey: ["cart"] });
      // Stock and order lists have changed: refetches whatever is on screen.
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "codes" && queryKey[0] !== "site" });
    },
  });
}
