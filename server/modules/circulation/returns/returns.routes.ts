import * as calls from "#contract/desk/returns.ts";
import { found } from "#server/refusals/http-error.ts";
import type { Session } from "#server/http/caller.ts";
import { serve } from "#server/http/serve.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import type { FastifyInstance } from "fastify";
import { dayOf } from "#server/platform/clock.ts";
import { changeCondition } from "./change-condition.ts";
import { checkInCopy } from "./check-in-copy.ts";
import { presentReturn } from "./returns.present.ts";
import { describeReturn } from "./returns.queries.ts";
import { undoReturned } from "./undo-returned.ts";
import { undoCheckIn } from "./undo-check-in.ts";

/** Serves Returns/*: the desk where copies come back. */
export function returnRoutes(
  app: FastifyInstance,
  { db, clock, configuration }: ConfiguredParts<"timeZone" | "returnMailMinutes">,
): void {
  const actorOf = (session: Session) => ({ userId: session.userId, at: clock.now() });
  const shown = async (returnId: number) => {
    const row = found(await describeReturn(db, returnId));
    return { data: presentReturn(row, dayOf(row.released_at ?? clock.now(), configuration.timeZone)) };
  };

  serve(app, calls.checkInCopy, async ({ body }, { session }) =>
    shown(await checkInCopy(db, body.inventoryItemId, actorOf(session), configuration.returnMailMinutes)),
  );
  serve(app, calls.changeCondition, async ({ params, body }, { session }) => {
    await changeCondition(db, { returnId: params.id, ...body }, actorOf(session));
    return shown(params.id);
  });
  serve(app, calls.undoCheckIn, async ({ params }, { session }) => {
    await undoCheckIn(db, params.id, actorOf(session));
    return {};
  });
  serve(app, calls.undoReturned, async ({ params }, { session }) => {
    await undoReturned(db, params.orderId, actorOf(session));
    return {};
  });
}
