import { placeForCaller as placeCall } from "#contract/desk/callers.ts";
import { serve } from "#server/http/serve.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import type { FastifyInstance } from "fastify";
import { placeForCaller } from "./place-for-caller.ts";

/** Serves orders that staff place for a caller. */
export function callerOrdersRoutes(app: FastifyInstance, { db, clock, configuration }: ConfiguredParts<"lending">) {
  serve(app, placeCall, async ({ body }, { session }) => ({
    id: await placeForCaller(db, body, { userId: session.userId, at: clock.now() }, configuration.lending),
  }));
}
