import * as calls from "#contract/desk/packing.ts";
import { serve } from "#server/http/serve.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import { today } from "#server/platform/clock.ts";
import type { FastifyInstance } from "fastify";
import { ordersOf } from "../circulation.queries.ts";
import { showStaffOrder, showStaffOrders } from "../show-order.ts";
import { calendarsOfOrders } from "#server/modules/calendars/public.ts";
import { parcelDays } from "../due/parcel-days.ts";
import { oldestWaiting } from "./packing.queries.ts";
import { checkOutAll } from "./check-out-all.ts";
import type { Sender } from "./papers/draw-slip.ts";
import { makePapers } from "./papers/make-papers.ts";

/** Serves packing: everything of an order at once, and several orders to print. */
export function packingRoutes(
  app: FastifyInstance,
  { db, clock, configuration }: ConfiguredParts<"timeZone" | "loanDays">,
  readSender: () => Promise<Sender>,
): void {
  const todayHere = () => today(clock, configuration.timeZone);
  const chosen = async (ids: readonly number[]) => {
    const known = await ordersOf(
      db,
      {},
      { ids: ids.length > 0 ? ids : await oldestWaiting(db, calls.mostPacked, todayHere()) },
    );
    return showStaffOrders(
      db,
      known.toReversed().map(({ order_id: orderId }) => orderId),
    );
  };
  serve(app, calls.checkOutAll, async ({ params: { orderId } }, { session }) => {
    await checkOutAll(db, orderId, { userId: session.userId, at: clock.now() });
    return { data: await showStaffOrder(db, orderId) };
  });
  serve(app, calls.getOrdersToPack, async ({ query: { ids } }) => ({ data: await chosen(ids) }));
  serve(app, calls.getParcelDays, async ({ query: { ids } }) => ({
    data: await parcelDays(db, ids, {
      today: todayHere(),
      loanDays: configuration.loanDays,
      closed: (await readSender()).closed,
    }),
  }));
  serve(app, calls.packingPapers, async ({ query }, { session }) => {
    const { timeZone, loanDays } = configuration;
    const orders = await chosen(query.ids);
    const schools = await calendarsOfOrders(
      db,
      orders.map(({ orderId }) => orderId),
    );
    return makePapers(db, orders, {
      wish: query,
      sender: await readSender(),
      days: { today: todayHere(), timeZone, loanDays, schools },
      actor: { userId: session.userId, at: clock.now() },
    });
  });
}
