import * as calls from "#contract/orders/cart.ts";
import { messages } from "#contract/wire/messages.ts";
import { serve } from "#server/http/serve.ts";
import type { Session } from "#server/http/caller.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import type { FastifyInstance } from "fastify";
import { addItemToCart, checkOutCart, listCart } from "./cart.ts";
import { countInCart, takeOutOfCart } from "./cart.queries.ts";
import { type DayParts, requestedDates } from "../dates.ts";

export function cartRoutes(
  app: FastifyInstance,
  parts: DayParts & ConfiguredParts<"lending" | "timeZone" | "loanDays" | "ways">,
): void {
  const { db } = parts;

  serve(app, calls.addItemToCart, async ({ params, query }, { session }) => {
    const { inventoryId: itemId, requestedQty: requested, isQuickAdd, identifier } = params;
    const holder = { cartKey: identifier || null, userId: borrowerOf(session) };
    const days = await requestedDates(query, { ...parts, borrowerId: session?.borrowerId });
    const input = { ...holder, itemId, requested, isQuickAdd, days };
    const { cartKey, count, quantity } = await addItemToCart(parts, input);
    return { data: cartKey, cartCount: count, quantity };
  });

  serve(app, calls.removeItemFromCart, async ({ body }, { session }) => {
    const holder = { cartKey: body.identifier || null, userId: borrowerOf(session) };
    const line = { cartLineId: body.cartItemId ?? null, itemId: body.inventory?.inventoryId ?? null };
    const cart = await takeOutOfCart(db, holder, line);
    return { data: cart?.cart_key ?? null, cartCount: cart?.count ?? 0, message: messages.done.itemRemovedFromCart };
  });

  serve(app, calls.getCartItemsByIdentifier, async ({ params }, { session, claimListSlot }) =>
    listCart(parts, { cartKey: params.identifier, userId: borrowerOf(session) }, claimListSlot),
  );

  serve(app, calls.getCartItemCount, async ({ params }, { session }) => {
    const { count, titles } = await countInCart(db, { cartKey: params.identifier, userId: borrowerOf(session) });
    return { cartCount: count, data: titles };
  });

  serve(app, calls.getTeachingDays, async ({ query }, { session }) => {
    const dates = await requestedDates(query, { ...parts, borrowerId: session?.borrowerId });
    if (!dates) return { data: null };
    const { freeOn: _internal, ...days } = dates.days;
    return { data: days };
  });

  serve(app, calls.saveOrder, async ({ params, query }, { session }) => {
    const { userId, borrowerId } = session;
    const { termsVersion, titles } = query;
    const days = await requestedDates(query, { ...parts, borrowerId });
    const input = { cartKey: params.identifier, userId, borrowerId, termsVersion, days, titles };
    const { orderId, rest } = await checkOutCart(parts, input);
    return { id: orderId, ...(rest !== null && { cart: rest }), message: messages.done.orderSubmitted };
  });
}

/** Returns the owner of a cart. Staff have no cart, and count as visitors here. */
function borrowerOf(session: Session | null): number | null {
  return session?.userTypeId === 2 ? session.userId : null;
}
