import * as calls from "#contract/desk/order-search.ts";
import { findCallers } from "#contract/desk/callers.ts";
import { resolveText as resolveCall, undoCheckOutOfCopy as undoCall } from "#contract/desk/resolve.ts";
import { hasAccess } from "#server/http/caller.ts";
import { serve } from "#server/http/serve.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import type { FastifyInstance } from "fastify";
import { wrongStock } from "#server/platform/checks/checks.queries.ts";
import { today } from "#server/platform/clock.ts";
import { undoCheckOutOfCopy } from "../check-out/undo-check-out-of-copy.ts";
import { ordersCsv } from "./orders-csv.ts";
import { resolveText } from "./resolve-text.ts";
import { searchOrders } from "./search-orders.ts";
import { countWork } from "./work.queries.ts";

/** Serves Desk/*: what staff look for. */
export function deskRoutes(
  app: FastifyInstance,
  { db, clock, configuration }: ConfiguredParts<"timeZone" | "lowStock">,
): void {
  const { timeZone } = configuration;
  serve(app, calls.searchOrders, async ({ query }) => searchOrders(db, query, { clock, timeZone }));
  serve(app, resolveCall, async ({ query }, { session }) => {
    const found = await resolveText(db, query.text, today(clock, timeZone));
    // who borrows is for clerks to look up; volunteers meet them on orders
    return { data: hasAccess(findCallers.access, session.role) ? found : { ...found, people: [] } };
  });
  serve(app, undoCall, async ({ params }, { session }) => {
    await undoCheckOutOfCopy(db, params.orderInventoryItemId, { userId: session.userId, at: clock.now() });
    return {};
  });
  serve(app, calls.getWork, async () => ({
    data: { ...(await countWork(db, today(clock, timeZone), configuration)), wrongStock: await wrongStock(db) },
  }));
  serve(app, calls.ordersCsv, async ({ query }, { session }) =>
    ordersCsv(db, query, { actor: { userId: session.userId, at: clock.now() }, clock, timeZone }),
  );
}
