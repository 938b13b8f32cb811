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
    return { data, isAwaited: await isAwaited(db, orderId, data.returnDate) };
  });
  serve(app, renewOrders, async ({ body }, { session }) => {
    const { call } = renewOrders;
    const data = await oneByOne(body.orders, ({ orderId, returnDate: seen }) =>
      renewOrder(db, { orderId, seen, call }, actorOf(session), configuration, readClosedDays),
    );
    return { data };
  });
  serve(app, calls.renewCopy, async ({ params }, { session }) => ({
    data: await showStaffOrder(
      db,
      await renewCopy(db, params.orderInventoryItemId, actorOf(session), configuration, readClosedDays),
    ),
  }));
}
