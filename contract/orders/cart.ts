import * as z from "zod/mini";
import { item } from "../catalog/catalog.ts";
import { orderDays } from "./orders.ts";
import { bodyLimits } from "../wire/size-limits.ts";
import { endpoint } from "../wire/endpoint.ts";
import { refusalOfOne } from "../wire/refusals.ts";
import { maxTitles } from "./title-days.ts";
import { dayOrNothing, flag, id, idsUpTo } from "../wire/text.ts";

/** Extension: `identifier` is the cart's identifier, which RemoveItemFromCart requires. */
export const cartItem = z.object({
  cartItemId: z.number(),
  identifier: z.string(),
  quantity: z.number(),
  inventory: item,
});
export type CartItem = z.output<typeof cartItem>;

/**
 * Adds one copy with quick add (refused above five), or else sets the quantity. The quantity is text because an invalid
 * one has its own message. `data` is the cart's identifier, for the caller to keep, and `cartCount` the sum of
 * quantities. Extensions: `quantity` is how many copies of this title are in the cart; with `teachFrom` or `teachTo`,
 * availability for those dates replaces today's stock.
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
 * Removes a line by its id or its title. Requires the cart's identifier or the borrower's login, because line ids can
 * be guessed. Removing a missing line succeeds.
 */
export const removeItemFromCart = endpoint("POST Cart/RemoveItemFromCart", {
  access: "anyone",
  body: z.object({
    cartItemId: z.optional(id),
    identifier: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
    inventory: z.optional(z.nullable(z.object({ inventoryId: id }))),
  }),
  bodyBytes: bodyLimits.withTexts, // may include a whole title
  answer: { data: z.nullable(z.string()), cartCount: z.number() },
});

export const getCartItemsByIdentifier = endpoint("GET Cart/GetCartItemsByIdentifier/{identifier}", {
  access: "anyone",
  answer: { data: z.array(cartItem), cartCount: z.number() },
});

/** Extension: `data` has the quantities of the first hundred titles, so that pages can mark titles in the cart. */
export const getCartItemCount = endpoint("GET Cart/GetCartItemCount/{identifier}", {
  access: "anyone",
  answer: { cartCount: z.number(), data: z.array(z.object({ inventoryId: z.number(), quantity: z.number() })) },
});

/**
 * Extension: returns the shipping and return dates for teaching dates. A single date counts as both. Without teaching
 * dates, returns null, and `expectBy`, the day by which an order placed now arrives. Rejects the dates that SaveOrder
 * rejects: in reverse order, too soon to ship, too far out, or too long.
 */
export const getTeachingDays = endpoint("GET Cart/GetTeachingDays", {
  access: "anyone",
  query: z.object({ teachFrom: z.optional(dayOrNothing), teachTo: z.optional(dayOrNothing) }),
  answer: { data: z.nullable(orderDays), expectBy: z.nullable(z.string()) },
});

/**
 * Extension: returns the lending limit that this borrower would exceed by ordering these titles now (without `titles`, the
 * whole cart), or that they must confirm their mailbox first, or null. Rejects the same dates as SaveOrder.
 */
export const getLendingLimit = endpoint("GET Cart/GetLendingLimit/{identifier}", {
  access: "user",
  query: z.object({
    teachFrom: z.optional(dayOrNothing),
    teachTo: z.optional(dayOrNothing),
    titles: z.optional(idsUpTo(maxTitles)),
  }),
  answer: { data: refusalOfOne },
});

/**
 * Orders the cart. {x} is the borrowerId, but the server uses the token instead. `id` is the order's id. Extensions:
 * `termsVersion` is the version of the terms that the borrower saw; the order is refused if the terms have changed
 * since. Without it, the order accepts the current terms. `teachFrom` and `teachTo` are the teaching dates; without
 * them, the order ships right away. `titles` (comma-separated ids) orders only those titles and leaves the rest in the
 * cart `cart`.
 */
export const saveOrder = endpoint("POST Order/SaveOrder/{x}/{identifier}", {
  access: "user",
  query: z.object({
    termsVersion: z.optional(z.string().check(z.maxLength(64, "cannot be longer than 64 characters"))),
    teachFrom: z.optional(dayOrNothing),
    teachTo: z.optional(dayOrNothing),
    titles: z.optional(idsUpTo(maxTitles)),
  }),
  answer: { id: z.number(), cart: z.optional(z.string()) },
});
