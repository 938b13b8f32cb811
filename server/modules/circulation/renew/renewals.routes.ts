import { renewOrders } from "#contract/desk/bulk.ts";
import * as calls from "#contract/desk/renewals.ts";
import { found } from "#server/refusals/http-error.ts";
import type { Session } from "#server/http/caller.ts";
import { serve } from "#server/http/serve.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import type { FastifyInstance } from "fastify";
import { oneByOne } from "../bulk/one-by-one.ts";
import { showOrder, showStaffOrder } from "../show-order.ts";
import type { ReadClosedDays } from "../due/due-day-of.ts";
import { renewCopy } from "./renew-copy.ts";
import { isAwaited } from "./renewals.queries.ts";
import { renewOrder, renewOwnOrder } from "./renew-order.ts";
import { undoRenewal, undoRenewalOwn } from "./undo-renewal.ts";

type Parts = ConfiguredParts<"timeZone" | "loanDays" | "renewals" | "returnMailMinutes">;

/** Serves the calls that give an order another loan. */
export function renewalRoutes(
  app: FastifyInstance,
  { db, clock, configuration }: Parts,
  readClosedDays: ReadClosedDays,
): void {
  const actorOf = (session: Session) => ({ userId: session.userId, at: clock.now() });

  serve(app, calls.renewOwnOrder, async ({ params: { orderId } }, { session }) => {
    const borrowerId = found(session.borrowerId ?? undefined);
    await renewOwnOrder(db, { orderId, borrowerId }, actorOf(session), configuration, readClosedDays);
    return { data: await showOrder(db, orderId, borrowerId) };
  });
  serve(app, calls.renewOrder, async ({ params: { orderId } }, { session }) => {
    await renewOrder(db, { orderId }, actorOf(session), configuration, readClosedDays);
    const data = await showStaffOrder(db, orderId);
    return { data, isAwaited: await isAwaited(db, orderId) };
  });
  serve(app, renewOrders, async ({ body }, { session }) => {
    const { call } = renewOrders;
    const days = new Map<number, string>();
    const data = await oneByOne(body.orders, async ({ orderId, returnDate: seen }) => {
      days.set(orderId, await renewOrder(db, { orderId, seen, call }, actorOf(session), configuration, readClosedDays));
    });
    return { data: data.map((one) => ({ ...one, dueOn: days.get(one.orderId) ?? null })) };
  });
  serve(app, calls.undoRenewal, async ({ params: { orderId } }, { session }) => {
    await undoRenewal(db, { orderId }, actorOf(session), configuration);
    return { data: await showStaffOrder(db, orderId) };
  });
  serve(app, calls.undoRenewals, async ({ body }, { session }) => {
    const { call } = calls.undoRenewals;
    const orders = body.orderIds.map((orderId) => ({ orderId }));
    return {
      data: await oneByOne(orders, ({ orderId }) =>
        undoRenewal(db, { orderId, call }, actorOf(session), configuration),
      ),
    };
  });
  serve(app, calls.undoRenewalOwn, async ({ params: { orderId } }, { session }) => {
    const borrowerId = found(session.borrowerId ?? undefined);
    await undoRenewalOwn(db, { orderId, borrowerId }, actorOf(session), configuration);
    return { data: await showOrder(db, orderId, borrowerId) };
  });
  serve(app, calls.renewCopy, async ({ params }, { session }) => ({
    data: await showStaffOrder(
      db,
      await renewCopy(db, params.orderInventoryItemId, actorOf(session), configuration, readClosedDays),
    ),
  }));
}
