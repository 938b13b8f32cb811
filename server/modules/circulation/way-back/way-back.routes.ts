import * as calls from "#contract/borrowers/way-back.ts";
import { found } from "#server/refusals/http-error.ts";
import { serve } from "#server/http/serve.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import type { FastifyInstance } from "fastify";
import { showOrder, showStaffOrder } from "../show-order.ts";
import { sayArrived, sayProblem, saySentBack } from "./say-of-order.ts";
import { settleReports } from "./settle-reports.ts";

/** Serves what borrowers say of an order that is out, and what staff answer. */
export function wayBackRoutes(app: FastifyInstance, { db, clock, configuration }: ConfiguredParts<"timeZone">): void {
  serve(app, calls.sentBack, async ({ params: { orderId }, body }, { session }) => {
    const borrowerId = found(session.borrowerId ?? undefined);
    const said = { orderId, borrowerId, ...body, sentOn: body.sentOn ?? "" };
    await saySentBack(db, said, clock.now(), configuration);
    return { data: await showOrder(db, orderId, borrowerId) };
  });
  serve(app, calls.sayArrived, async ({ params: { orderId }, body }, { session }) => {
    const borrowerId = found(session.borrowerId ?? undefined);
    await sayArrived(db, { orderId, borrowerId, arrivedOn: body.arrivedOn ?? "" }, clock.now(), configuration);
    return { data: await showOrder(db, orderId, borrowerId) };
  });
  serve(app, calls.settleReports, async ({ params: { orderId }, body }, { session }) => {
    await settleReports(db, orderId, body, { userId: session.userId, at: clock.now() });
    return { data: await showStaffOrder(db, orderId) };
  });
  serve(app, calls.reportProblem, async ({ params: { orderId }, body }, { session }) => {
    const borrowerId = found(session.borrowerId ?? undefined);
    await sayProblem(db, { orderId, borrowerId, ...body }, clock.now());
    return { data: await showOrder(db, orderId, borrowerId) };
  });
}
