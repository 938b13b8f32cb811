import * as calls from "#contract/desk/callers.ts";
import { serve } from "#server/http/serve.ts";
import type { Parts } from "#server/parts.ts";
import type { FastifyInstance } from "fastify";
import { findCallers } from "./find-callers.ts";
import { registerCaller } from "./register-caller.ts";

/** Serves how staff find or register a borrower who calls. */
export function callersRoutes(app: FastifyInstance, { db, clock }: Parts): void {
  serve(app, calls.findCallers, async ({ query }) => ({ data: await findCallers(db, query.searchString) }));
  serve(app, calls.registerCaller, async ({ body }, { session }) => ({
    data: await registerCaller(db, body, { userId: session.userId, at: clock.now() }),
  }));
}
