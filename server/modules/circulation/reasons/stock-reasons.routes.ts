import * as calls from "#contract/titles/stock-reasons.ts";
import { serve } from "#server/http/serve.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import { today } from "#server/platform/clock.ts";
import { found } from "#server/refusals/http-error.ts";
import type { FastifyInstance } from "fastify";
import { availabilityOf } from "./stock-reasons.queries.ts";
import { explainStock } from "./explain-stock.ts";

/** Serves why a title is out of stock: for everybody, and for staff. */
export function stockReasonsRoutes(app: FastifyInstance, parts: ConfiguredParts<"timeZone">): void {
  const { db, clock, configuration } = parts;
  const day = () => today(clock, configuration.timeZone);
  serve(app, calls.getAvailability, async ({ params: { id } }) => ({
    data: found(await availabilityOf(db, id, day())),
  }));
  serve(app, calls.getStockReasons, async ({ params: { id }, query }) =>
    explainStock(db, { itemId: id, page: query.page ?? 1, today: day() }),
  );
}
