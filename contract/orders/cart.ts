import * as z from "zod/mini";
import { item } from "../catalog/catalog.ts";
import { orderDays } from "./orders.ts";
import { bodyLimits } from "../wire/size-limits.ts";
import { endpoint } from "../wire/endpoint.ts";
import { titlesAtOnce } from "./title-days.ts";
import { dayOrNothing, flag, id, idsUpTo } from "../wire/text.ts";

/** One line of a cart. Extension: the cart's identifier, which tells the server from which cart to remove the line. */
export const cartItem = z.object({
  cartItemId: z.number(),
  identifier: z.string(),
  quantity: z.number(),
  inventory: item,
});
export type CartItem = z.output<typeof cartItem>;

/**
 * Quick add increases the quantity by one (refused above five); otherwise it sets the quantity. The quantity is parsed
 * as text because a missing or wrong one has its own sentence. `data` is the cart's identifier for the caller to keep;
 * `cartCount` is the sum of quantities. Extensions: `quantity` is how many of the title are in the cart now; with `teachFrom` or
 * `teachTo`, what is free for those days counts instead of the stock of today.
 */
export const addItemToCart = endpoint(
  "POST Cart/AddItemToCart/{inventoryId}/{requestedQty}/{isQuickAdd}/{identifier?}",
  {
    access: "anyone",
    params: { inventoryId: id, isQuickAdd: flag },
    query: z.object({ teachFrom: z.optional(dayOrNothing), teachTo: z.optional(dayOrNothing) }),
    answer: { data: z.string(), cartCount: z.number(), quantity: z.number() },
  },
);

/**
 * A cart line by its id or by its title. The cart is the identifier's, or the borrower's own without one: line ids can
 * be guessed, identifiers cannot. Removing a missing line succeeds.
 */
export const removeItemFromCart = endpoint("POST Cart/RemoveItemFromCart", {
  access: "anyone",
  body: z.object({
    cartItemId: z.optional(id),
    identifier: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
    inventory: z.optional(z.nullable(z.object({ inventoryId: id }))),
  }),
  bodyBytes: bodyLimits.withTexts, // a whole title may come along
  answer: { data: z.nullable(z.string()), cartCount: z.number() },
});

export const getCartItemsByIdentifier = endpoint("GET Cart/GetCartItemsByIdentifier/{identifier}", {
  access: "anyone",
  answer: { data: z.array(cartItem), cartCount: z.number() },
});

/** Extension: `data` is how many of which title, of the first hundred, so that pages can show what is in the cart. */
export const getCartItemCount = endpoint("GET Cart/GetCartItemCount/{identifier}", {
  access: "anyone",
  answer: { cartCount: z.number(), data: z.array(z.object({ inventoryId: z.number(), quantity: z.number() })) },
});

/**
 * Extension: the days that follow from teaching days; one day alone is both. Refused as SaveOrder would: reversed, too soon for the
 * mail, too far ahead, or too many. Null without any.
 */
export const getTeachingDays = endpoint("GET Cart/GetTeachingDays", {
  access: "anyone",
  query: z.object({ teachFrom: z.optional(dayOrNothing), teachTo: z.optional(dayOrNothing) }),
  answer: { data: z.nullable(orderDays) },
});

/**
 * Orders the cart. {x} carries the borrowerId but is never trusted: the token decides. `id` is the order's id.
 * Extension: `termsVersion` is the version shown to the borrower; the order is refused if the terms have changed since.
 * Without it, the order accepts the current terms. `teachFrom` and `teachTo` are the days that it is needed for; without
 * them it is for now. `titles` (ids, with commas between them) leaves the others in a cart, for an order of its own: `cart` is that
 * cart.
 */
export const saveOrder = endpoint("POST Order/SaveOrder/{x}/{identifier}", {
  access: "user",
  query: z.object({
    termsVersion: z.optional(z.string().check(z.maxLength(64, "cannot be longer than 64 characters"))),
    teachFrom: z.optional(dayOrNothing),
    teachTo: z.optional(dayOrNothing),
    titles: z.optional(idsUpTo(titlesAtOnce)),
  }),
  answer: { id: z.number(), cart: z.optional(z.string()) },
});
