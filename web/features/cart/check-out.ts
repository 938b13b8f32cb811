import type { CartItem } from "#contract/cart.ts";
import { messages } from "#contract/specified-messages.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { again, call } from "#web/lib/call.ts";
import { toast } from "#web/ui/feedback/toast.ts";
import { cartIdentifier, keepCartIdentifier } from "#web/lib/session.ts";
import { take } from "./change-cart.ts";
import { keptDays } from "./teaching/kept-days.ts";
import { keepDays } from "./teaching/teaching.ts";

export function useRemoveFromCart() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (line: CartItem) => {
      const body = { cartItemId: line.cartItemId, identifier: cartIdentifier() };
      return again(() => call("POST Cart/RemoveItemFromCart", { body }));
    },
    scope: { id: "cart" },
    onSuccess: async (answer, { inventory }) => {
      toast(messages.done.itemRemovedFromCart, "success", inventory.title);
      return take(client, answer, inventory);
    },
  });
}

type Submission = {
  borrowerId: number;
  identifier: string;
  termsVersion: string | undefined;
  /** Which titles of the cart; none: all. */
  titles: readonly number[];
};

/**
 * Places the order, for the chosen days if there are some, and returns its id; what was left out stays in a cart. A cart becomes one
 * order at most, so it is sent again when no answer arrives.
 */
export function useCheckOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ borrowerId, identifier, termsVersion, titles }: Submission) => {
      const params = { x: String(borrowerId), identifier };
      const [teachFrom, teachTo] = keptDays();
      const query = { termsVersion, teachFrom, teachTo, titles: titles.join(",") || undefined };
      return again(() => call("POST Order/SaveOrder/{x}/{identifier}", { params, query }));
    },
    meta: { done: messages.done.orderSubmitted },
    // Short stock: refetched lines show what is left.
    onError: () => void client.invalidateQueries({ queryKey: ["cart", "items"] }),
    onSuccess: async ({ cart = null }) => {
      keepCartIdentifier(cart);
      keepDays(undefined);
      client.removeQueries({ queryKey: ["cart"] });
      // Stock and order lists have changed: refetches whatever is on screen.
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "codes" && queryKey[0] !== "site" });
    },
  });
}
