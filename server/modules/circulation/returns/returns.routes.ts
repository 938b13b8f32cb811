import * as calls from "#contract/desk/returns.ts";
import * as swaps from "#contract/desk/swaps.ts";
import { found } from "#server/refusals/http-error.ts";
import type { Session } from "#server/http/caller.ts";
import { serve } from "#server/http/serve.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import type { FastifyInstance } from "fastify";
import { dayOf, today } from "#server/platform/clock.ts";
import { changeCondition } from "./change-condition.ts";
import { checkInCopy } from "./check-in-copy.ts";
import { presentReturn } from "./returns.present.ts";
import { describeReturn } from "./returns.queries.ts";
import { presentSwap, presentSwappable } from "../swaps/swaps.present.ts";
import { describeSwap, loansBeside } from "../swaps/swaps.queries.ts";
import { swapCopies } from "../swaps/swap-copies.ts";
import { undoSwap } from "../swaps/undo-swap.ts";
import { undoReturned } from "./undo-returned.ts";
import { undoCheckIn } from "./undo-check-in.ts";

/** Serves Returns/*: the desk where copies come back. */
export function returnRoutes(
  app: FastifyInstance,
  { db, clock, configuration }: ConfiguredParts<"timeZone" | "returnMailMinutes">,
): void {
  const actorOf = (session: Session) => ({ userId: session.userId, at: clock.now() });
  const shown = async (returnId: number) => {
    const row = found(await describeReturn(db, returnId, today(clock, configuration.timeZone)));
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
  serve(app, swaps.getSwappable, async ({ params }) => ({
    data: (await loansBeside(db, params.inventoryItemId, 10)).map((row) => presentSwappable(row)),
  }));
  serve(app, swaps.swapCopies, async ({ body }, { session }) => {
    const wish = { assignmentId: body.orderInventoryItemId, copyId: body.inventoryItemId };
    return { data: presentSwap(found(await describeSwap(db, await swapCopies(db, wish, actorOf(session))))) };
  });
  serve(app, swaps.undoSwap, async ({ params }, { session }) => {
    await undoSwap(db, params.id, actorOf(session));
    return {};
  });
  serve(app, calls.undoReturned, async ({ params }, { session }) => {
    await undoReturned(db, params.orderId, actorOf(session));
    return {};
  });
}
