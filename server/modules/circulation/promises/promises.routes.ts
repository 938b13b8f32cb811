import * as calls from "#contract/borrowers/promises.ts";
import * as dayCalls from "#contract/desk/order-days.ts";
import type { Session } from "#server/http/caller.ts";
import { serve } from "#server/http/serve.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import { found } from "#server/refusals/http-error.ts";
import type { FastifyInstance } from "fastify";
import type { DayParts } from "../days/days-asked.ts";
import { showOrder, showStaffOrder } from "../show-order.ts";
import { letGo, riskBehind, takeDays, takeInstead } from "./answer-risk.ts";
import { changeDays, changeOwnDays } from "./change-days.ts";
import { listRisks } from "./what-helps.ts";

/** Serves Promises/*: orders by teaching days for which copies are missing, for staff and by the link of an email; and what moves orders. */
export function promisesRoutes(app: FastifyInstance, parts: DayParts & ConfiguredParts<"returnMailMinutes">): void {
  const { db } = parts;
  const actorOf = (session: Session) => ({ userId: session.userId, at: parts.clock.now() });
  serve(app, calls.getRisk, async ({ params: { token } }) => ({ data: await riskBehind(parts, token) }));
  serve(app, calls.takeDays, async ({ body: { token, ...asked } }) => ({ id: await takeDays(parts, token, asked) }));
  serve(app, calls.takeInstead, async ({ body: { token, inventoryId: itemId, insteadId } }) => ({
    id: await takeInstead(parts, token, { itemId, insteadId }),
  }));
  serve(app, calls.letGo, async ({ body: { token, inventoryId } }) => ({ id: await letGo(parts, token, inventoryId) }));
  serve(app, dayCalls.changeDays, async ({ params: { orderId }, body }, { session }) => {
    await changeDays(parts, { orderId, ...body }, actorOf(session));
    return { data: await showStaffOrder(db, orderId) };
  });
  serve(app, dayCalls.changeOwnDays, async ({ params: { orderId }, body }, { session }) => {
    const borrowerId = found(session.borrowerId ?? undefined);
    await changeOwnDays(parts, { orderId, borrowerId, ...body }, actorOf(session));
    return { data: await showOrder(db, orderId, borrowerId) };
  });
  serve(app, calls.getRisks, async ({ query }) => listRisks(parts, query.page ?? 1));
}
