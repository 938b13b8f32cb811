import * as calls from "#contract/desk/cancel.ts";
import type { Session } from "#server/http/caller.ts";
import { serve } from "#server/http/serve.ts";
import type { Parts } from "#server/parts.ts";
import { found } from "#server/refusals/http-error.ts";
import type { FastifyInstance } from "fastify";
import { showOrder, showStaffOrder } from "../show-order.ts";
import { cancelOrder, cancelOwnOrder } from "./cancel-order.ts";
import { undoCancel, undoCancelOwn } from "./undo-cancel.ts";

/** Serves what cancels an order, and the way back. */
export function cancelRoutes(app: FastifyInstance, { db, clock }: Parts): void {
  const actorOf = (session: Session) => ({ userId: session.userId, at: clock.now() });

  serve(app, calls.cancelOrder, async ({ params: { orderId }, body }, { session }) => {
    await cancelOrder(db, { orderId, ...body }, actorOf(session));
    return { data: await showStaffOrder(db, orderId) };
  });
  serve(app, calls.undoCancel, async ({ params: { orderId } }, { session }) => {
    await undoCancel(db, orderId, actorOf(session));
    return { data: await showStaffOrder(db, orderId) };
  });
  serve(app, calls.cancelOwnOrder, async ({ params: { orderId }, body }, { session }) => {
    const borrowerId = found(session.borrowerId ?? undefined);
    await cancelOwnOrder(db, { orderId, borrowerId, ...body }, actorOf(session));
    return { data: await showOrder(db, orderId, borrowerId) };
  });
  serve(app, calls.undoCancelOwn, async ({ params: { orderId } }, { session }) => {
    const borrowerId = found(session.borrowerId ?? undefined);
    await undoCancelOwn(db, { orderId, borrowerId }, actorOf(session));
    return { data: await showOrder(db, orderId, borrowerId) };
  });
}
