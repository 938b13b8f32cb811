import * as calls from "#contract/desk/inspection.ts";
import type { Session } from "#server/http/caller.ts";
import { serve } from "#server/http/serve.ts";
import type { Parts } from "#server/parts.ts";
import type { FastifyInstance } from "fastify";
import { presentWaiting } from "./inspection.present.ts";
import { countWaiting, waitingCopies } from "./inspection.queries.ts";
import { moveCopies, moveCopy } from "./move-copy.ts";

/** Serves Inspection/*: copies that somebody looks at before they are lent again. */
export function inspectionRoutes(app: FastifyInstance, { db, clock }: Parts): void {
  const actorOf = (session: Session) => ({ userId: session.userId, at: clock.now() });

  serve(app, calls.getWaitingCopies, async ({ query: { state, page = 1, pageSize = 25 } }) => {
    const [rows, total] = await Promise.all([waitingCopies(db, state, { page, pageSize }), countWaiting(db, state)]);
    return { data: rows.map((row) => presentWaiting(row)), total };
  });
  serve(app, calls.moveCopy, async ({ params, body }, { session }) => {
    await moveCopy(db, { copyId: params.inventoryItemId, ...body }, actorOf(session));
    return {};
  });
  serve(app, calls.moveCopies, async ({ body: { inventoryItemIds, ...places } }, { session }) => ({
    data: await moveCopies(db, inventoryItemIds, places, actorOf(session)),
  }));
}
