import * as calls from "#contract/desk/search.ts";
import { findCallers } from "#contract/orders/callers.ts";
import { hasAccess, type Session } from "#server/http/caller.ts";
import { serve } from "#server/http/serve.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import type { FastifyInstance } from "fastify";
import type { Actor } from "#server/platform/record-audit.ts";
import { wrongStock } from "#server/platform/checks/checks.queries.ts";
import { dayOf, today } from "#server/platform/clock.ts";
import { checkOutAll, undoCheckOutOfCopy } from "./check-out.ts";
import { ordersCsv, resolveText, searchOrders } from "./search-orders.ts";
import { countWork } from "../orders/work.queries.ts";
import * as packing from "#contract/desk/packing.ts";
import { ordersOf } from "../orders/orders.queries.ts";
import { showStaffOrder, showStaffOrders } from "../orders/show-order.ts";
import { calendarsOfOrders } from "#server/people/public.ts";
import { parcelDays } from "../orders/due-days.ts";
import { oldestWaiting } from "./packing/packing.queries.ts";
import type { Sender } from "./packing/draw-slip.ts";
import { makePapers } from "./packing/make-papers.ts";
import * as returns from "#contract/desk/returns.ts";
import { presentReturn, presentSwap, presentSwappable, presentWaiting } from "./desk.present.ts";
import { countWaiting, waitingCopies } from "./inspection.queries.ts";
import { moveCopies, moveCopy } from "./inspection.ts";
import { found } from "#server/refusals/http-error.ts";
import { changeCondition, checkInCopy, undoCheckIn } from "./returns/returns.ts";
import { describeReturn } from "./returns/returns.queries.ts";
import { describeSwap, loansBeside } from "../orders/swaps.queries.ts";
import { swapCopies } from "../orders/swaps.ts";
import * as reasons from "#contract/waitlist/stock-reasons.ts";
import { availabilityOf, explainStock } from "../waitlist/stock-reasons.queries.ts";
import { sendReminders } from "#contract/orders/order-changes.ts";
import * as reminders from "#contract/orders/reminders.ts";
import { remindOfOrders, saveReminderSteps, showReminderSteps } from "../orders/notices/reminders.ts";

/** What the desk works with; `readSender`: whose packages these are. */
type DeskParts = ConfiguredParts<"timeZone" | "lowStock" | "loanDays"> & {
  readSender: () => Promise<Sender>;
};
type Desk = DeskParts & { actorOf: (session: Session) => Actor };

/** Serves what staff do at the desk: search, pack, check in, inspect, remind; and why a title is out of stock. */
export function deskRoutes(app: FastifyInstance, parts: DeskParts): void {
  const desk = { ...parts, actorOf: ({ userId }: Session) => ({ userId, at: parts.clock.now() }) };
  searchRoutes(app, desk);
  packingRoutes(app, desk);
  inspectionRoutes(app, desk);
  returnRoutes(app, desk);
  stockReasonsRoutes(app, desk);
  reminderRoutes(app, desk);
}

function searchRoutes(app: FastifyInstance, { db, clock, configuration, actorOf }: Desk): void {
  const { timeZone } = configuration;
  serve(app, calls.searchOrders, async ({ query }) => searchOrders(db, query, { clock, timeZone }));
  serve(app, calls.resolveText, async ({ query }, { session }) => {
    const found = await resolveText(db, query.text, today(clock, timeZone));
    // who borrows is for clerks to look up; volunteers meet them on orders
    return { data: hasAccess(findCallers.access, session.role) ? found : { ...found, people: [] } };
  });
  serve(app, calls.undoCheckOutOfCopy, async ({ params }, { session }) => {
    await undoCheckOutOfCopy(db, params.orderInventoryItemId, actorOf(session));
    return {};
  });
  serve(app, calls.getWork, async () => ({
    data: { ...(await countWork(db, today(clock, timeZone), configuration)), wrongStock: await wrongStock(db) },
  }));
  serve(app, calls.ordersCsv, async ({ query }, { session }) =>
    ordersCsv(db, query, { actor: actorOf(session), clock, timeZone }),
  );
}

function packingRoutes(app: FastifyInstance, { db, clock, configuration, actorOf, readSender }: Desk): void {
  const todayHere = () => today(clock, configuration.timeZone);
  const chosen = async (ids: readonly number[]) => {
    const wanted = ids.length > 0 ? ids : await oldestWaiting(db, packing.mostPacked, todayHere());
    const oldestFirst = (await ordersOf(db, {}, { ids: wanted })).toReversed();
    return showStaffOrders(
      db,
      oldestFirst.map(({ order_id: orderId }) => orderId),
    );
  };
  serve(app, packing.checkOutAll, async ({ params: { orderId } }, { session }) => {
    await checkOutAll(db, orderId, actorOf(session));
    return { data: await showStaffOrder(db, orderId) };
  });
  serve(app, packing.getOrdersToPack, async ({ query: { ids } }) => ({ data: await chosen(ids) }));
  serve(app, packing.getParcelDays, async ({ query: { ids } }) => {
    const { closed } = await readSender();
    return { data: await parcelDays(db, ids, { today: todayHere(), loanDays: configuration.loanDays, closed }) };
  });
  serve(app, packing.packingPapers, async ({ query }, { session }) => {
    const { timeZone, loanDays } = configuration;
    const orders = await chosen(query.ids);
    const orderIds = orders.map(({ orderId }) => orderId);
    const schools = await calendarsOfOrders(db, orderIds);
    return makePapers(db, orders, {
      wish: query,
      sender: await readSender(),
      days: { today: todayHere(), timeZone, loanDays, schools },
      actor: actorOf(session),
    });
  });
}

function inspectionRoutes(app: FastifyInstance, { db, actorOf }: Desk): void {
  serve(app, returns.getWaitingCopies, async ({ query: { state, page = 1, pageSize = 25 } }) => {
    const [rows, total] = await Promise.all([waitingCopies(db, state, { page, pageSize }), countWaiting(db, state)]);
    return { data: rows.map((row) => presentWaiting(row)), total };
  });
  serve(app, returns.moveCopy, async ({ params, body }, { session }) => {
    await moveCopy(db, { copyId: params.inventoryItemId, ...body }, actorOf(session));
    return {};
  });
  serve(app, returns.moveCopies, async ({ body: { inventoryItemIds, ...places } }, { session }) => ({
    data: await moveCopies(db, inventoryItemIds, places, actorOf(session)),
  }));
}

function returnRoutes(app: FastifyInstance, { db, clock, configuration, actorOf }: Desk): void {
  const shown = async (returnId: number) => {
    const row = found(await describeReturn(db, returnId, today(clock, configuration.timeZone)));
    return { data: presentReturn(row, dayOf(row.released_at ?? clock.now(), configuration.timeZone)) };
  };

  serve(app, returns.checkInCopy, async ({ body }, { session }) =>
    shown(await checkInCopy(db, body.inventoryItemId, actorOf(session))),
  );
  serve(app, returns.changeCondition, async ({ params, body }, { session }) => {
    await changeCondition(db, { returnId: params.id, ...body }, actorOf(session));
    return shown(params.id);
  });
  serve(app, returns.undoCheckIn, async ({ params }, { session }) => {
    await undoCheckIn(db, params.id, actorOf(session));
    return {};
  });
  serve(app, returns.getSwappable, async ({ params }) => ({
    data: (await loansBeside(db, params.inventoryItemId, 10)).map((row) => presentSwappable(row)),
  }));
  serve(app, returns.swapCopies, async ({ body }, { session }) => {
    const wish = { assignmentId: body.orderInventoryItemId, copyId: body.inventoryItemId };
    return { data: presentSwap(found(await describeSwap(db, await swapCopies(db, wish, actorOf(session))))) };
  });
}

function stockReasonsRoutes(app: FastifyInstance, { db, clock, configuration }: Desk): void {
  const day = () => today(clock, configuration.timeZone);
  serve(app, reasons.getAvailability, async ({ params: { id } }) => ({
    data: found(await availabilityOf(db, id, day())),
  }));
  serve(app, reasons.getStockReasons, async ({ params: { id }, query }) =>
    explainStock(db, { itemId: id, page: query.page ?? 1, today: day() }),
  );
}

function reminderRoutes(app: FastifyInstance, { db, configuration, actorOf }: Desk): void {
  serve(app, sendReminders, async ({ body }, { session }) => ({
    data: await remindOfOrders(db, body.orderIds, actorOf(session), configuration.timeZone),
  }));
  serve(app, reminders.getReminderSteps, async () => ({ data: await showReminderSteps(db) }));
  serve(app, reminders.saveReminderSteps, async ({ body }, { session }) => {
    await saveReminderSteps(db, body, actorOf(session));
    return { data: await showReminderSteps(db) };
  });
}
