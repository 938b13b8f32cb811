import * as calls from "#contract/desk/packing.ts";
import { serve } from "#server/http/serve.ts";
import type { Parts } from "#server/parts.ts";
import type { FastifyInstance } from "fastify";
import { ordersOf } from "../circulation.queries.ts";
import { showStaffOrder } from "../show-order.ts";
import { oldestWaiting } from "./packing.queries.ts";
import { checkOutAll } from "./check-out-all.ts";

/** Serves packing: everything of an order at once, and several orders to print. */
export function packingRoutes(app: FastifyInstance, { db, clock }: Parts): void {
  serve(app, calls.checkOutAll, async ({ params: { orderId } }, { session }) => {
    await checkOutAll(db, orderId, { userId: session.userId, at: clock.now() });
    return { data: await showStaffOrder(db, orderId) };
  });
  serve(app, calls.getOrdersToPack, async ({ query: { ids } }) => {
    const known = await ordersOf(db, {}, { ids: ids.length > 0 ? ids : await oldestWaiting(db, calls.mostPacked) });
    const data = [];
    // one after the other: fifty at once would take every connection
    for (const { order_id } of known.toReversed()) data.push(await showStaffOrder(db, order_id));
    return { data };
  });
}
