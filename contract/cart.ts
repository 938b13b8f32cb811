import * as z from "zod/mini";
import { item } from "./catalogue.ts";
import { endpoint } from "./wire/endpoint.ts";
import { flag, id } from "./wire/text.ts";

/** One line of a cart. Extension: its cart's identifier, so that the line sent back says which cart it is taken from. */
export const cartItem = z.object({
  cartItemId: z.number(),
  identifier: z.string(),
  quantity: z.number(),
  inventory: item,
});
export type CartItem = z.output<typeof cartItem>;

/**
 * Quick add puts one more into the cart (above five it is refused); otherwise the quantity is set.
 * The quantity is read as text, because "missing or wrong" has a sentence of its own.
 * `data` is the cart's identifier, to be kept by the caller; `cartCount` the sum of quantities.
 */
export const addItemToCart = endpoint(
  "POST Cart/AddItemToCart/{inventoryId}/{requestedQty}/{isQuickAdd}/{identifier?}",
  {
    access: "anyone",
    params: { inventoryId: id, isQuickAdd: flag },
    answer: { data: z.string(), cartCount: z.number() },
  },
);

/**
 * A cart line by its id, or by its title. The cart is the identifier's; left out, the borrower's own (ids of lines can
 * be guessed, identifiers cannot). Removing what is not there succeeds.
 */
export const removeItemFromCart = endpoint("POST Cart/RemoveItemFromCart", {
  access: "anyone",
  body: z.object({
    cartItemId: z.optional(id),
    identifier: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
    inventory: z.optional(z.nullable(z.object({ inventoryId: id }))),
  }),
  answer: { data: z.nullable(z.string()), cartCount: z.number() },
});

export const getCartItemsByIdentifier = endpoint("GET Cart/GetCartItemsByIdentifier/{identifier}", {
  access: "anyone",
  answer: { data: z.array(cartItem), cartCount: z.number() },
});

export const getCartItemCount = endpoint("GET Cart/GetCartItemCount/{identifier}", {
  access: "anyone",
  answer: { cartCount: z.number() },
});

/**
 * Orders the cart. {x} is sent as the borrowerId and never trusted: the borrower is the token's. `id` is the order's.
 * Extension: `termsVersion` is the version of the terms that was shown; when they have changed since, the order is
 * refused. Left out, the order accepts the terms of now.
 */
export const saveOrder = endpoint("POST Order/SaveOrder/{x}/{identifier}", {
  access: "user",
  query: z.object({ termsVersion: z.optional(z.string().check(z.maxLength(64))) }),
  answer: { id: z.number() },
});
