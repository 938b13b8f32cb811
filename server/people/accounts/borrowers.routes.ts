import * as calls from "#contract/people/borrowers.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import type { Session } from "#server/http/caller.ts";
import { serve } from "#server/http/serve.ts";
import type { Parts } from "#server/parts.ts";
import type { FastifyInstance } from "fastify";
import { addNote, blockBorrower, changeBorrower, removeNote, sendReset } from "./borrowers.ts";
import * as callers from "#contract/orders/callers.ts";
import { findCallers, registerCaller } from "../borrowers/callers.ts";

export function borrowerAccountsRoutes(app: FastifyInstance, parts: Parts): void {
  const actorOf = ({ userId }: Session) => ({ userId, at: parts.clock.now() });

  serve(app, calls.changeBorrower, async ({ params, body }, { session }) => {
    await changeBorrower(parts, params.id, body, actorOf(session));
    return {};
  });
  serve(app, calls.sendBorrowerReset, async ({ params }, { session }) => ({
    message: ownMessages.resetLinkSent(await sendReset(parts, params.id, actorOf(session))),
  }));

  serve(app, calls.addBorrowerNote, async ({ params, body }, { session }) => {
    await addNote(parts, params.id, body.note, actorOf(session));
    return {};
  });
  serve(app, calls.deleteBorrowerNote, async ({ params }, { session }) => {
    await removeNote(parts, params.noteId, actorOf(session));
    return {};
  });
  serve(app, calls.blockBorrower, async ({ params, body }, { session }) => {
    await blockBorrower(parts, params.id, body.reason, actorOf(session));
    return {};
  });
  serve(app, calls.unblockBorrower, async ({ params }, { session }) => {
    await blockBorrower(parts, params.id, "", actorOf(session));
    return {};
  });
  serve(app, callers.findCallers, async ({ query }) => ({ data: await findCallers(parts.db, query.searchString) }));
  serve(app, callers.registerCaller, async ({ body }, { session }) => ({
    data: await registerCaller(parts.db, body, actorOf(session)),
  }));
}
