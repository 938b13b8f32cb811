import * as calls from "#contract/desk/search.ts";
import type { OrderWork } from "#contract/desk/search.ts";
import { hasAccess, type Session } from "#server/http/caller.ts";
import { serve } from "#server/http/serve.ts";
import { claimRoutes } from "./claims/claims.routes.ts";
import { inventoryCountRoutes } from "./inventory-count/inventory-count.routes.ts";
import type { ConfiguredParts, NounParts } from "#server/parts.ts";
import type { FastifyInstance } from "fastify";
import { wrongStock } from "#server/platform/checks/checks.queries.ts";
import { dayOf, today } from "#server/platform/clock.ts";
import { assignCopies, assignCopy, checkOutAll, removeCopy, undoCheckOut } from "./check-out.ts";
import { ordersCsv, resolveText, searchOrders, workOf } from "./search-orders.ts";
import {
  countWork,
  describeSwap,
  loansBeside,
  ordersOf,
  packageDays,
  presentSwap,
  presentSwappable,
  showStaffOrder,
  showStaffOrders,
  withheldName,
  swapCopies,
} from "#server/orders/public.ts";
import { calendarsOfOrders } from "#server/people/public.ts";
import * as orders from "#contract/orders/orders.ts";
import { messages } from "#contract/wire/messages.ts";
import * as packing from "#contract/desk/packing.ts";
import type { Sender } from "./packing/draw-slip.ts";
import * as returns from "#contract/desk/returns.ts";
import { presentReturn, presentWaiting } from "./desk.present.ts";
import { moveCopies, moveCopy } from "./inspection.ts";
import { found } from "#server/refusals/http-error.ts";
import { changeCondition, checkInCopy } from "./returns.ts";
import { countWaiting, describeReturn, waitingCopies } from "./returns.queries.ts";
import { makePapers } from "./packing/make-papers.ts";

type Desk = ConfiguredParts<"timeZone" | "lowStock" | "loanDays"> & {
  readSender: () => Promise<Sender>;
};

export function deskRoutes(app: FastifyInstance, parts: NounParts): void {
  const readSender = async (): Promise<Sender> => {
    const { site, contact, closedDays, returnCosts } = (await parts.readContent()).content;
    const { postalAddress, email } = contact;
    const phones = contact.phones.map(({ number }) => number);
    return { siteName: site.siteName, postalAddress, phones, email, closed: closedDays.days, costs: returnCosts.steps };
  };
  const desk = { ...parts, readSender };
  searchRoutes(app, desk);
  packingRoutes(app, desk);
  checkOutRoutes(app, desk);
  inspectionRoutes(app, desk);
  returnRoutes(app, desk);
  claimRoutes(app, parts);
  inventoryCountRoutes(app, parts);
}

function searchRoutes(app: FastifyInstance, { db, clock, configuration }: Desk): void {
  const { timeZone } = configuration;
  serve(app, calls.searchOrders, async ({ query }, { session }) =>
    searchOrders(db, query, { clock, timeZone, reader: session.role }),
  );
  serve(app, calls.resolveText, async ({ query }, { session }) => {
    return { data: await resolveText(db, query.text, today(clock, timeZone), session.role) };
  });
  serve(app, calls.getWork, async (_request, { session: { role } }) => {
    const works = calls.orderWorks.filter((work) => hasAccess(calls.workRoles[work], role));
    const { lowStock } = configuration;
    const counts = await countWork(db, today(clock, timeZone), { lowStock, works });
    return { data: { ...counts, wrongStock: await wrongStock(db) } };
  });
  serve(app, calls.ordersCsv, async ({ query }, { actor }) => ordersCsv(db, query, { actor, clock, timeZone }));
}

function packingRoutes(app: FastifyInstance, { db, clock, configuration, readSender }: Desk): void {
  const currentDay = () => today(clock, configuration.timeZone);
  const listOf = (work: OrderWork, pageSize: number) =>
    workOf(db, { work, today: currentDay() }, { pageSize, timeZone: configuration.timeZone });
  const oldestFirst = async (ids: readonly number[]) =>
    (await ordersOf(db, {}, { ids })).toReversed().map(({ order_id: orderId }) => orderId);
  const ordersToPrint = async (ids: readonly number[], { role }: Session) => {
    const orderIds = ids.length > 0 ? await oldestFirst(ids) : (await listOf("to-pack", packing.maxOrdersToPrint)).ids;
    return showStaffOrders(db, orderIds, role);
  };
  serve(app, packing.checkOutAll, async ({ params: { orderId } }, { session, actor }) => {
    await checkOutAll(db, orderId, actor);
    return { data: await showStaffOrder(db, orderId, session.role) };
  });
  serve(app, packing.getOrdersToPack, async ({ query: { ids } }, { session }) => ({
    data: await ordersToPrint(ids, session),
    total: (await listOf("to-pack", 1)).count,
    unconfirmed: (await listOf("unconfirmed", 1)).count,
  }));
  serve(app, packing.getPackageDays, async ({ query: { ids } }) => {
    const { closed } = await readSender();
    return { data: await packageDays(db, ids, { today: currentDay(), loanDays: configuration.loanDays, closed }) };
  });
  serve(app, packing.packingPapers, async ({ query }, { session, actor, disconnected }) => {
    const { timeZone, loanDays } = configuration;
    const orders = await ordersToPrint(query.ids, session);
    const orderIds = orders.map(({ orderId }) => orderId);
    const schools = await calendarsOfOrders(db, orderIds);
    return makePapers(db, orders, {
      input: query,
      sender: await readSender(),
      days: { today: currentDay(), timeZone, loanDays, schools },
      actor,
      signal: disconnected(),
    });
  });
}

function checkOutRoutes(app: FastifyInstance, { db }: Desk): void {
  const { done } = messages;
  type Change = Awaited<ReturnType<typeof assignCopy>>;
  const orderResponse = async ({ orderId, eventId }: Change, { role }: Session, message: string) => ({
    data: await showStaffOrder(db, orderId, role),
    eventId,
    message,
  });
  serve(app, orders.assignSkuToOrderItem, async ({ params }, { session, actor }) => {
    const assignment = { orderLineId: params.orderItemId, copyId: params.inventoryItemId };
    return orderResponse(await assignCopy(db, assignment, actor), session, done.skuAssigned);
  });
  serve(app, orders.assignMultipleSkusToOrderItem, async ({ params }, { session, actor }) => {
    const checkOut = { orderLineId: params.orderItemId, itemId: params.inventoryId, count: params.n };
    return orderResponse(await assignCopies(db, checkOut, actor), session, done.skuAssigned);
  });
  serve(app, orders.removeSkuFromOrderItem, async ({ params }, { session, actor }) => {
    const loan = { orderLineId: params.orderItemId, assignmentId: params.id };
    return orderResponse(await removeCopy(db, loan, actor), session, done.skuRemoved);
  });
  serve(app, orders.removeAllSkusFromOrderItem, async ({ params }, { session, actor }) =>
    orderResponse(await undoCheckOut(db, params.orderItemId, actor), session, done.allSkusRemoved),
  );
}

function inspectionRoutes(app: FastifyInstance, { db }: Desk): void {
  serve(app, returns.getWaitingCopies, async ({ query: { state, page = 1, pageSize = 25 } }) => {
    const [rows, total] = await Promise.all([waitingCopies(db, state, { page, pageSize }), countWaiting(db, state)]);
    return { data: rows.map((row) => presentWaiting(row)), total };
  });
  serve(app, returns.moveCopy, async ({ params, body }, { actor }) => {
    await moveCopy(db, { copyId: params.inventoryItemId, ...body }, actor);
    return {};
  });
  serve(app, returns.moveCopies, async ({ body: { inventoryItemIds, ...places } }, { actor }) => ({
    data: await moveCopies(db, inventoryItemIds, places, actor),
  }));
}

function returnRoutes(app: FastifyInstance, { db, clock, configuration }: Desk): void {
  const returnResponse = async (returnId: number, { role }: Session) => {
    const day = today(clock, configuration.timeZone);
    const row = found(await describeReturn(db, returnId, day));
    const returnedOn = dayOf(row.released_at ?? clock.now(), configuration.timeZone);
    const withheld = role === "volunteer" && returnedOn !== day;
    return {
      data: { ...presentReturn(row, returnedOn), ...(withheld && { borrowerName: withheldName, schoolName: "" }) },
    };
  };

  serve(app, returns.checkInCopy, async ({ body }, { session, actor }) =>
    returnResponse(await checkInCopy(db, body.inventoryItemId, actor), session),
  );
  serve(app, returns.changeCondition, async ({ params, body }, { session, actor }) => {
    await changeCondition(db, { returnId: params.id, ...body }, actor);
    return returnResponse(params.id, session);
  });
  serve(app, returns.getSwappable, async ({ params }) => ({
    data: (await loansBeside(db, params.inventoryItemId, 10)).map((row) => presentSwappable(row)),
  }));
  serve(app, returns.swapCopies, async ({ body }, { actor }) => {
    const input = { assignmentId: body.orderInventoryItemId, copyId: body.inventoryItemId };
    return { data: presentSwap(found(await describeSwap(db, await swapCopies(db, input, actor)))) };
  });
}
