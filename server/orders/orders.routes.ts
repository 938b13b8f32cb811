import { getOrdersByUserId } from "#contract/people/accounts.ts";
import * as calls from "#contract/orders/orders.ts";
import { statuses, userTypes } from "#contract/catalog/codes.ts";
import { transferLoans as transferCall } from "#contract/people/borrowers.ts";
import { placeForCaller as placeCall } from "#contract/orders/callers.ts";
import * as changes from "#contract/orders/order-changes.ts";
import { messages } from "#contract/wire/messages.ts";
import { sentenceOf } from "#contract/wire/refusals.ts";
import { getFreeDays, getTitlesOnDays } from "#contract/orders/title-days.ts";
import type { Access } from "#contract/wire/endpoint.ts";
import { hasAccess, type Session } from "#server/http/caller.ts";
import { serve } from "#server/http/serve.ts";
import { titlesOnDays } from "#server/catalog/public.ts";
import { changeDays, changeOwnDays, removeOwnTitle } from "./change-days.ts";
import { attemptLimits, isMailboxConfirmed } from "#server/people/public.ts";
import type { ConfiguredParts, NounParts } from "#server/parts.ts";
import { readClosedDays } from "#server/site/public.ts";
import * as carts from "#contract/orders/cart.ts";
import { addItemToCart, listCart } from "./cart/cart.ts";
import { countInCart, quantitiesInCart, takeOutOfCart } from "./cart/cart.queries.ts";
import { reportRoutes } from "./reports.routes.ts";
import { found, HttpError, oneByOne } from "#server/refusals/http-error.ts";
import type { FastifyInstance } from "fastify";
import { cancelOrder, cancelOwnOrder } from "./cancel.ts";
import { countOrders } from "./orders.queries.ts";
import { type DayParts, expectedArrival, borrowersDates, requestedDates, freeDays } from "./dates.ts";
import { undo } from "./events/undo.ts";
import { undoableByBorrower } from "./events/undoable.ts";
import { transferLoans } from "./transfer-loans.ts";
import { changeLines } from "./change-lines.ts";
import { checkOutCart, placeForCaller } from "./place-order.ts";
import { objectionToOrder } from "./lending-limits.ts";
import { isAwaited } from "./renewals.queries.ts";
import { renewableUntil, renewCopy, renewOrder, renewOwnOrder } from "./renewals.ts";
import { listOrders, listOwnOrders, showOrder, showStaffOrder } from "./show-orders.ts";
import * as reminders from "#contract/orders/reminders.ts";
import { remindOfOrders, saveReminderSteps, showReminderSteps } from "./notices/reminders.ts";
import { countRefusals } from "./refused-dates.ts";
import { updateOrder } from "./update-order.ts";
import { getPackagesToImport } from "#contract/orders/loan-files.ts";
import { packagesToImport } from "./imported-loans/imported-loans.queries.ts";
import * as postage from "#contract/orders/postage.ts";
import { listPackages, postageCsv } from "./postage/postage.ts";
import { today } from "#server/platform/clock.ts";

type Parts = DayParts & ConfiguredParts<"renewals" | "lending" | "timeZone" | "rateLimitScale">;

export function orderRoutes(app: FastifyInstance, nounParts: NounParts): void {
  const parts = { ...nounParts, closedDays: () => readClosedDays(nounParts.readContent) };
  cartRoutes(app, parts);
  reportRoutes(app, parts);
  mainRoutes(app, parts);
  changeRoutes(app, parts);
  renewalRoutes(app, parts);
  dateRoutes(app, parts);
  reminderRoutes(app, parts);
  importedLoanRoutes(app, parts);
  postageRoutes(app, parts);
}

/** Throws for a session without a borrower, because queries without one return everyone's orders. */
const borrowerOf = (session: Session) => found(session.borrowerId ?? undefined);

const undoerOf = (session: Session, { configuration }: ConfiguredParts<"lending">) =>
  session.role === null
    ? { borrowerId: borrowerOf(session), limits: configuration.lending }
    : { mayCall: (access: Exclude<Access, "anyone">) => hasAccess(access, session.role) };

function cartRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, configuration } = parts;
  const limits = attemptLimits(db, configuration.rateLimitScale);

  serve(app, carts.addItemToCart, async ({ params, query }, { session }) => {
    const { inventoryId: itemId, requestedQty: requested, isQuickAdd, identifier } = params;
    const holder = { cartKey: identifier || null, userId: cartOwnerOf(session) };
    const days = await requestedDates(query, { ...parts, borrowerId: session?.borrowerId });
    const input = { ...holder, itemId, requested, isQuickAdd, days };
    const { cartKey, count, quantity } = await countRefusals(parts, query, () => addItemToCart(parts, input));
    return { data: cartKey, cartCount: count, quantity };
  });

  serve(app, carts.removeItemFromCart, async ({ body }, { session }) => {
    const holder = { cartKey: body.identifier || null, userId: cartOwnerOf(session) };
    const line = { cartLineId: body.cartItemId ?? null, itemId: body.inventory?.inventoryId ?? null };
    const cart = await takeOutOfCart(db, holder, line);
    return { data: cart?.cart_key ?? null, cartCount: cart?.count ?? 0, message: messages.done.itemRemovedFromCart };
  });

  serve(app, carts.getCartItemsByIdentifier, async ({ params }, { session, claimListSlot }) =>
    listCart(parts, { cartKey: params.identifier, userId: cartOwnerOf(session) }, claimListSlot),
  );

  serve(app, carts.getCartItemCount, async ({ params }, { session }) => {
    const { count, titles } = await countInCart(db, { cartKey: params.identifier, userId: cartOwnerOf(session) });
    return { cartCount: count, data: titles };
  });

  serve(app, carts.getTeachingDays, async ({ query }, { session }) => {
    const dayParts = { ...parts, borrowerId: session?.borrowerId };
    const dates = await requestedDates(query, dayParts);
    if (!dates) return { data: null, expectBy: await expectedArrival(dayParts) };
    const { availableOn: _internal, ...days } = dates.days;
    return { data: days, expectBy: null };
  });

  serve(app, carts.getLendingLimit, async ({ params, query }, { session }) => {
    const borrowerId = borrowerOf(session);
    const dates = await requestedDates(query, { ...parts, borrowerId });
    const cart = { cartKey: params.identifier, userId: session.userId };
    const lines = await quantitiesInCart(db, cart, query.titles ?? []);
    const order = { borrowerId, lines, days: dates?.days, at: parts.clock.now() };
    const reason = lines.length > 0 && (await objectionToOrder(db, order, parts.configuration.lending));
    return { data: reason ? { reason, message: sentenceOf(reason) } : null };
  });

  serve(app, carts.saveOrder, async ({ params, query }, { session, request }) => {
    const { userId, borrowerId } = session;
    const { termsVersion, titles } = query;
    const days = await requestedDates(query, { ...parts, borrowerId });
    const expectBy = days ? undefined : await expectedArrival({ ...parts, borrowerId });
    const input = { cartKey: params.identifier, userId, borrowerId, termsVersion, days, expectBy, titles };
    const place = () => countRefusals(parts, query, () => checkOutCart(parts, input));
    const isUnconfirmed = borrowerId !== null && !(await isMailboxConfirmed(db, borrowerId));
    const { orderId, rest } = await (isUnconfirmed ? limits.unconfirmedOrder(request.ip, place) : place());
    return { id: orderId, ...(rest !== null && { cart: rest }), message: messages.done.orderSubmitted };
  });
}

/** Returns the owner of a cart. Staff have no cart, and count as visitors here. */
function cartOwnerOf(session: Session | null): number | null {
  return session?.userTypeId === userTypes.user ? session.userId : null;
}

function mainRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, clock, configuration, closedDays } = parts;
  const { done } = messages;

  serve(app, getOrdersByUserId, async ({ params }, { session, claimListSlot }) => {
    if (params.userId !== session.userId) throw new HttpError(404);
    return { data: await listOwnOrders(parts, borrowerOf(session), claimListSlot) };
  });
  serve(app, calls.getOrderForUser, async ({ params: { orderId } }, { session, actor }) => {
    const isAdmin = session.userTypeId === userTypes.admin;
    const order = await showOrder(
      db,
      orderId,
      isAdmin ? { reader: session.role } : { borrowerId: borrowerOf(session) },
    );
    const until = isAdmin ? null : await renewableUntil(db, orderId, clock.now(), configuration, closedDays);
    const dates = await borrowersDates(order, until, { ...parts, borrowerId: order.borrower.borrowerId });
    const undo = isAdmin ? null : await undoableByBorrower(db, orderId, actor);
    return { data: { ...order, ...dates, undo } };
  });
  serve(app, calls.getNewOrderCount, async () => countOrders(db, { statusId: statuses.new }));
  serve(app, calls.getOrders, async ({ query }, { session, claimListSlot }) =>
    listOrders(db, query, { timeZone: configuration.timeZone, reader: session.role }, claimListSlot),
  );
  serve(app, calls.getOrdersBySearchFilters, async ({ body }, { session, claimListSlot }) =>
    listOrders(db, body, { timeZone: configuration.timeZone, reader: session.role }, claimListSlot),
  );
  serve(app, calls.getOrder, async ({ params }, { session }) => ({
    data: await showStaffOrder(db, params.id, session.role),
  }));
  serve(app, placeCall, async ({ body }, { actor }) => {
    const dayParts = { ...parts, borrowerId: body.borrowerId, isByStaff: true };
    const days = await requestedDates(body, dayParts);
    const expectBy = days ? undefined : await expectedArrival(dayParts);
    const input = { ...body, days, expectBy };
    const place = () => placeForCaller(db, input, actor, configuration.lending);
    return { id: await countRefusals(parts, body, place) };
  });
  serve(app, calls.updateOrder, async ({ body }, { session, actor }) => {
    await updateOrder(db, body, actor, configuration, closedDays);
    return { id: body.orderId, message: done.orderUpdated, data: await showStaffOrder(db, body.orderId, session.role) };
  });
  serve(app, calls.undoChange, async ({ params: { eventId }, query }, { session, actor }) => {
    const change = { eventId, assignmentId: query.orderInventoryItemId };
    return { orderIds: await undo(db, change, actor, undoerOf(session, parts)) };
  });
  serve(app, transferCall, async ({ params, body }, { actor }) => ({
    data: await transferLoans(db, params.id, body.toBorrowerId, actor),
  }));
}

function changeRoutes(app: FastifyInstance, parts: Parts): void {
  const { db } = parts;
  serve(app, changes.cancelOrder, async ({ params: { orderId }, body }, { session, actor }) => {
    await cancelOrder(db, { orderId, ...body }, actor);
    return { data: await showStaffOrder(db, orderId, session.role) };
  });
  serve(app, changes.cancelOwnOrder, async ({ params: { orderId }, body }, { session, actor }) => {
    const borrowerId = borrowerOf(session);
    await cancelOwnOrder(db, { orderId, borrowerId, ...body }, actor);
    return { data: await showOrder(db, orderId, { borrowerId }) };
  });
  serve(app, changes.changeLines, async ({ params: { orderId }, body }, { session, actor }) => {
    const lines = body.lines.map(({ inventoryId: itemId, quantity }) => ({ itemId, quantity }));
    await changeLines(db, { orderId, version: body.version, lines }, actor);
    return { data: await showStaffOrder(db, orderId, session.role) };
  });
  serve(app, changes.changeDays, async ({ params: { orderId }, body }, { session, actor }) => {
    await countRefusals(parts, body, () => changeDays(parts, { orderId, ...body }, actor));
    return { data: await showStaffOrder(db, orderId, session.role) };
  });
  serve(app, changes.changeOwnDays, async ({ params: { orderId }, body }, { session, actor }) => {
    const borrowerId = borrowerOf(session);
    await countRefusals(parts, body, () => changeOwnDays(parts, { orderId, borrowerId, ...body }, actor));
    return { data: await showOrder(db, orderId, { borrowerId }) };
  });
  serve(
    app,
    changes.removeOwnTitle,
    async ({ params: { orderId }, body: { inventoryId: itemId } }, { session, actor }) => {
      const borrowerId = borrowerOf(session);
      await removeOwnTitle(db, { orderId, borrowerId, itemId }, actor);
      return { data: await showOrder(db, orderId, { borrowerId }) };
    },
  );
}

function renewalRoutes(app: FastifyInstance, { db, configuration, closedDays }: Parts): void {
  serve(app, changes.renewOwnOrder, async ({ params: { orderId } }, { session, actor }) => {
    const borrowerId = borrowerOf(session);
    await renewOwnOrder(db, { orderId, borrowerId }, actor, configuration, closedDays);
    return { data: await showOrder(db, orderId, { borrowerId }) };
  });
  serve(app, changes.renewOrder, async ({ params: { orderId } }, { session, actor }) => {
    await renewOrder(db, { orderId }, actor, configuration, closedDays);
    return { data: await showStaffOrder(db, orderId, session.role), isAwaited: await isAwaited(db, orderId) };
  });
  serve(app, changes.renewOrders, async ({ body }, { actor }) => {
    const { call } = changes.renewOrders;
    const renewals = new Map<number, Awaited<ReturnType<typeof renewOrder>>>();
    const data = await oneByOne(body.orders, async ({ orderId, returnDate: seen }) => {
      renewals.set(orderId, await renewOrder(db, { orderId, seen, call }, actor, configuration, closedDays));
    });
    const nothing = { dueOn: null, eventId: null };
    return { data: data.map((outcome) => ({ ...outcome, ...(renewals.get(outcome.orderId) ?? nothing) })) };
  });
  serve(app, changes.renewCopy, async ({ params }, { session, actor }) => {
    const { orderInventoryItemId: assignmentId } = params;
    const orderId = await renewCopy(db, assignmentId, actor, configuration, closedDays);
    return { data: await showStaffOrder(db, orderId, session.role) };
  });
}

/** Serves availability. Pages request it on top of their own calls, so its rate limit is higher. */
function dateRoutes(app: FastifyInstance, parts: Parts): void {
  const rateLimit = { perMinute: 240 } as const;
  serve(
    app,
    getTitlesOnDays,
    async ({ query: { ids = [], ...dates } }, { session }) => {
      const days = await requestedDates(dates, { ...parts, borrowerId: session?.borrowerId });
      const titles = days && ids.length > 0 ? await titlesOnDays(parts.db, ids, days) : [];
      return { data: titles.map(({ id, left, before, next }) => ({ inventoryId: id, free: left, before, next })) };
    },
    rateLimit,
  );
  serve(
    app,
    getFreeDays,
    async ({ query: { ids = [], from } }, { session }) => ({
      data: await freeDays({ ...parts, borrowerId: session?.borrowerId }, ids, from),
    }),
    rateLimit,
  );
}

function importedLoanRoutes(app: FastifyInstance, { db }: Parts): void {
  serve(app, getPackagesToImport, async ({ params: { id }, query: { page = 1, pageSize = 25 } }) =>
    found(await packagesToImport(db, id, { page, pageSize })),
  );
}

function postageRoutes(app: FastifyInstance, { db, clock, configuration: { timeZone } }: Parts): void {
  serve(app, postage.getPackagesToMail, async ({ query: { ids } }) =>
    listPackages(db, { ids, today: today(clock, timeZone) }),
  );
  serve(app, postage.postageCsv, async ({ query }, { actor }) =>
    postageCsv(db, { ...query, today: today(clock, timeZone), actor, timeZone }),
  );
}

function reminderRoutes(app: FastifyInstance, { db, configuration, closedDays }: Parts): void {
  const { timeZone } = configuration;
  serve(app, changes.sendReminders, async ({ body }, { actor }) => ({
    data: await remindOfOrders(db, body.orderIds, actor, { timeZone, closed: await closedDays() }),
  }));
  serve(app, reminders.getReminderSteps, async () => ({ data: await showReminderSteps(db) }));
  serve(app, reminders.saveReminderSteps, async ({ body }, { actor }) => {
    await saveReminderSteps(db, body, actor);
    return { data: await showReminderSteps(db) };
  });
}
