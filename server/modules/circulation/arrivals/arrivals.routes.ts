import * as calls from "#contract/borrowers/arrivals.ts";
import { serve } from "#server/http/serve.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import { found } from "#server/refusals/http-error.ts";
import type { FastifyInstance } from "fastify";
import { showOrder } from "../show-order.ts";
import { regions } from "./arrivals.queries.ts";
import type { RegionRow } from "./post-days.rules.ts";
import { arrivalBehind, sayArrived, sayOwnArrived } from "./say-arrived.ts";

/** Serves Arrivals/*: whether parcels came, as their borrowers say, and how long the mail takes. */
export function arrivalsRoutes(app: FastifyInstance, parts: ConfiguredParts<"timeZone" | "ways">): void {
  serve(app, calls.getArrival, async ({ params: { token } }) => ({ data: await arrivalBehind(parts, token) }));
  serve(app, calls.sayArrived, async ({ body: { token, arrivedOn } }) => ({
    data: await sayArrived(parts, { token, arrivedOn: arrivedOn ?? "" }),
  }));
  serve(app, calls.sayOwnArrived, async ({ params: { orderId }, body }, { session }) => {
    const borrowerId = found(session.borrowerId ?? undefined);
    await sayOwnArrived(parts, { orderId, borrowerId, arrivedOn: body.arrivedOn ?? "" });
    return { data: await showOrder(parts.db, orderId, borrowerId) };
  });
  serve(app, calls.getPostDays, async () => {
    const { leadDays, trailDays } = parts.configuration.ways;
    return { data: { leadDays, trailDays, regions: (await regions(parts.db)).map(presentRegion) } };
  });
}

const presentRegion = (row: RegionRow) => ({
  region: row.region,
  out: { days: row.out_days, parcels: row.out_parcels },
  back: { days: row.back_days, parcels: row.back_parcels },
});
