import type { CartItem } from "#contract/cart.ts";
import type { Item } from "#contract/catalogue.ts";
import { messages } from "#contract/specified-messages.ts";
import type { QueryClient } from "@tanstack/react-query";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";
import { cartIdentifier, keepCartIdentifier } from "#web/lib/session.ts";
import { showAddedItem } from "./added-item.ts";
import { cartCountQuery, cartItemsQuery } from "./cart-queries.ts";

/** What to put into the cart: one more of it, or exactly so many. */
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

/** Keeps the identifier and shows the count that an answer brought, and fetches the lines anew. */
async function take(
  client: QueryClient,
  { data, cartCount }: { data: string | null; cartCount: number },
): Promise<void> {
  if (data) keepCartIdentifier(data);
  const identifier = cartIdentifier();
  client.setQueryData(cartCountQuery(identifier).queryKey, cartCount);
  await client.invalidateQueries({ queryKey: cartItemsQuery(identifier).queryKey });
}

/** Adds to the cart and tells of it in the corner. */
export function useAddToCart() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: ["cart", "add"],
    mutationFn: put,
    // One after another, whichever button: the second add must name the cart that the first one brought.
    scope: { id: "cart" },
    onSuccess: async (answer, { item }) => {
      showAddedItem(item);
      await take(client, answer);
    },
  });
}

/** Sets the quantity of what is in the cart. */
export function useSetQuantity() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: ["cart", "set"],
    mutationFn: put,
    // One after another: the last press is the one that counts.
    scope: { id: "cart" },
    onSuccess: async (answer) => take(client, answer),
  });
}

/** Takes a line out of the cart. */
export function useRemoveFromCart() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: ["cart", "remove"],
    mutationFn: async (line: CartItem) =>
      call("POST Cart/RemoveItemFromCart", { body: { cartItemId: line.cartItemId, identifier: cartIdentifier() } }),
    scope: { id: "cart" },
    meta: { done: messages.done.itemRemovedFromCart },
    onSuccess: async (answer) => take(client, answer),
  });
}

type Submission = { borrowerId: number; identifier: string; termsVersion: string | undefined };

/** Orders what is in the cart; gives the order's id. The cart is kept until the answer is here, so that a retry is safe. */
export function useCheckOut() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: ["cart", "order"],
    mutationFn: async ({ borrowerId, identifier, termsVersion }: Submission) => {
      const params = { x: String(borrowerId), identifier };
      return (await call("POST Order/SaveOrder/{x}/{identifier}", { params, query: { termsVersion } })).id;
    },
    meta: { done: messages.done.orderSubmitted },
    // Short stock: fetched anew, the lines say which and what is left.
    onError: () => void client.invalidateQueries({ queryKey: ["cart", "items"] }),
    onSuccess: async () => {
      keepCartIdentifier(null);
      client.removeQueries({ queryKey: ["cart"] });
      // Stock and order lists have changed; whatever is on the screen fetches itself anew.
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "codes" && queryKey[0] !== "site" });
    },
  });
}
