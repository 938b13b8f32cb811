import * as calls from "#contract/borrowers/promises.ts";
import { serve } from "#server/http/serve.ts";
import type { FastifyInstance } from "fastify";
import type { DayParts } from "../days/days-asked.ts";
import { letGo, riskBehind, takeDays, takeInstead } from "./answer-risk.ts";
import { listRisks } from "./what-helps.ts";

/** Serves Promises/*: orders by teaching days for which copies are missing, for staff and by the link of an email. */
export function promisesRoutes(app: FastifyInstance, parts: DayParts): void {
  serve(app, calls.getRisk, async ({ params: { token } }) => ({ data: await riskBehind(parts, token) }));
  serve(app, calls.takeDays, async ({ body: { token, ...asked } }) => ({ id: await takeDays(parts, token, asked) }));
  serve(app, calls.takeInstead, async ({ body: { token, inventoryId: itemId, insteadId } }) => ({
    id: await takeInstead(parts, token, { itemId, insteadId }),
  }));
  serve(app, calls.letGo, async ({ body: { token, inventoryId } }) => ({ id: await letGo(parts, token, inventoryId) }));
  serve(app, calls.getRisks, async ({ query }) => listRisks(parts, query.page ?? 1));
}
