import * as calls from "#contract/borrowers/promises.ts";
import * as dayCalls from "#contract/desk/order-days.ts";
import { removeOwnTitle as removeOwnTitleCall } from "#contract/desk/order-lines.ts";
import type { Session } from "#server/http/caller.ts";
import { serve } from "#server/http/serve.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import { found } from "#server/refusals/http-error.ts";
import type { FastifyInstance } from "fastify";
import type { DayParts } from "../days/days-asked.ts";
import { showOrder, showStaffOrder } from "../show-order.ts";
import { changeDays, changeOwnDays, removeOwnTitle } from "./change-days.ts";
import { listRisks } from "./what-helps.ts";

/** Serves Promises/*: orders by teaching dates for which copies are missing; and what borrowers and staff change about them. */
export function promisesRoutes(app: FastifyInstance, parts: DayParts & ConfiguredParts<"returnMailMinutes">): void {
  const { db } = parts;
  const actorOf = (session: Session) => ({ userId: session.userId, at: parts.clock.now() });
  serve(app, dayCalls.changeDays, async ({ params: { orderId }, body }, { session }) => {
    await changeDays(parts, { orderId, ...body }, actorOf(session));
    return { data: await showStaffOrder(db, orderId) };
  });
  serve(app, dayCalls.changeOwnDays, async ({ params: { orderId }, body }, { session }) => {
    const borrowerId = found(session.borrowerId ?? undefined);
    await changeOwnDays(parts, { orderId, borrowerId, ...body }, actorOf(session));
    return { data: await showOrder(db, orderId, borrowerId) };
  });
  serve(app, removeOwnTitleCall, async ({ params: { orderId }, body: { inventoryId: itemId } }, { session }) => {
    const borrowerId = found(session.borrowerId ?? undefined);
    await removeOwnTitle(db, { orderId, borrowerId, itemId }, actorOf(session));
    return { data: await showOrder(db, orderId, borrowerId) };
  });
  serve(app, calls.getRisks, async ({ query }) => listRisks(parts, query.page ?? 1));
}
