import { changeLines as changeLinesCall } from "#contract/desk/order-lines.ts";
import { serve } from "#server/http/serve.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import type { FastifyInstance } from "fastify";
import { showStaffOrder } from "../show-order.ts";
import { changeLines } from "./change-lines.ts";

/** Serves what changes the titles of an order. */
export function linesRoutes(
  app: FastifyInstance,
  { db, clock, configuration }: ConfiguredParts<"returnMailMinutes">,
): void {
  serve(app, changeLinesCall, async ({ params: { orderId }, body }, { session }) => {
    const lines = body.lines.map(({ inventoryId: itemId, quantity }) => ({ itemId, quantity }));
    const actor = { userId: session.userId, at: clock.now() };
    await changeLines(db, { orderId, version: body.version, lines }, actor, configuration);
    return { data: await showStaffOrder(db, orderId) };
  });
}
