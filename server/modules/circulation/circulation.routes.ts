import { statuses, userTypes } from "#contract/codes.ts";
import { getOrdersByUserId } from "#contract/accounts.ts";
import * as calls from "#contract/circulation.ts";
import { messages } from "#contract/messages.ts";
import { found, HttpError } from "#server/refusals/http-error.ts";
import { serve } from "#server/http/serve.ts";
import type { Session } from "#server/http/caller.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import type { FastifyInstance } from "fastify";
import { assignCopies } from "./check-out/assign-copies.ts";
import { assignCopy } from "./check-out/assign-copy.ts";
import { countOrders } from "./circulation.queries.ts";
import { listOrders, listOwnOrders } from "./list-orders.ts";
import type { ReadClosedDays } from "./due/due-day-of.ts";
import { removeCopy } from "./check-out/remove-copy.ts";
import { renewableUntil } from "./renew/renew-order.ts";
import { showOrder, showStaffOrder } from "./show-order.ts";
import { undoCancelFor } from "./cancel/undo-cancel.ts";
import { undoRenewalFor } from "./renew/undo-renewal.ts";
import { undoStatus } from "./status/undo-status.ts";
import { undoCheckOut } from "./check-out/undo-check-out.ts";
import { updateOrder } from "./update-order.ts";

const { done } = messages;

type Parts = ConfiguredParts<"timeZone" | "loanDays" | "renewals" | "returnMailMinutes">;

/** Mounts every call about orders except placing one, which belongs to the cart. */
export function circulationRoutes(
  app: FastifyInstance,
  { db, clock, configuration }: Parts,
  readClosedDays: ReadClosedDays,
): void {
  const changed = async (orderId: number, message: string) => ({ data: await showStaffOrder(db, orderId), message });
  const { timeZone } = configuration;
  const actorOf = (session: Session) => ({ userId: session.userId, at: clock.now() });

  serve(app, getOrdersByUserId, async ({ params }, { session, letIn }) => {
    if (params.userId !== session.userId) throw new HttpError(404);
    return { data: await listOwnOrders(db, borrowerOf(session), letIn) };
  });
  serve(app, calls.getOrderForUser, async ({ params: { orderId } }, { session }) => {
    const isAdmin = session.userTypeId === userTypes.admin;
    const shown = await showOrder(db, orderId, isAdmin ? undefined : borrowerOf(session));
    if (isAdmin) return { data: { ...shown, renewableUntil: null, undoCancelFor: null, undoRenewalFor: null } };
    const isCanceled = shown.statusId === statuses.cancelled;
    const undoFor = isCanceled ? await undoCancelFor(db, orderId, actorOf(session)) : null;
    const until = await renewableUntil(db, orderId, clock.now(), configuration, readClosedDays);
    const renewedFor = await undoRenewalFor(db, orderId, actorOf(session));
    return { data: { ...shown, renewableUntil: until, undoCancelFor: undoFor, undoRenewalFor: renewedFor } };
  });
  serve(app, calls.getNewOrderCount, async () => countOrders(db, { statusId: statuses.new }));
  serve(app, calls.getOrders, async ({ query }, { letIn }) => listOrders(db, query, timeZone, letIn));
  serve(app, calls.getOrdersBySearchFilters, async ({ body }, { letIn }) => listOrders(db, body, timeZone, letIn));
  serve(app, calls.getOrder, async ({ params }) => ({ data: await showStaffOrder(db, params.id) }));
  serve(app, calls.updateOrder, async ({ body }, { session }) => {
    await updateOrder(db, body, actorOf(session), configuration, readClosedDays);
    return { id: body.orderId, ...(await changed(body.orderId, done.orderUpdated)) };
  });
  serve(app, calls.undoStatus, async ({ params: { orderId } }, { session }) => {
    await undoStatus(db, orderId, actorOf(session), configuration);
    return { data: await showStaffOrder(db, orderId) };
  });
  serve(app, calls.assignSkuToOrderItem, async ({ params }, { session }) => {
    const chosen = { orderLineId: params.orderItemId, copyId: params.inventoryItemId };
    return changed(await assignCopy(db, chosen, actorOf(session)), done.skuAssigned);
  });
  serve(app, calls.assignMultipleSkusToOrderItem, async ({ params }, { session }) => {
    const checkOut = { orderLineId: params.orderItemId, itemId: params.inventoryId, count: params.n };
    return changed(await assignCopies(db, checkOut, actorOf(session)), done.skuAssigned);
  });
  serve(app, calls.removeSkuFromOrderItem, async ({ params }, { session }) => {
    const chosen = { orderLineId: params.orderItemId, assignmentId: params.id };
    return changed(await removeCopy(db, chosen, actorOf(session)), done.skuRemoved);
  });
  serve(app, calls.removeAllSkusFromOrderItem, async ({ params }, { session }) => {
    return changed(await undoCheckOut(db, params.orderItemId, actorOf(session)), done.allSkusRemoved);
  });
}

/** Never "no borrower", which would mean everyone's orders in a query. */
function borrowerOf(session: Session): number {
  return found(session.borrowerId ?? undefined);
}
