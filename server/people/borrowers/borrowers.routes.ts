import { borrowersCsv as borrowersCsvCall } from "#contract/people/accounts.ts";
import * as files from "#contract/people/borrower-files.ts";
import * as calls from "#contract/people/borrowers.ts";
import * as callers from "#contract/orders/callers.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import type { Session } from "#server/http/caller.ts";
import { serve } from "#server/http/serve.ts";
import { today } from "#server/platform/clock.ts";
import type { NounParts } from "#server/parts.ts";
import type { FastifyInstance } from "fastify";
import { requestInvitations, showInvitations } from "../imports/invite.ts";
import { attemptLimits } from "../accounts/attempt-limits.ts";
import { anonymizeBorrower } from "./anonymize.ts";
import { callersWith } from "./borrowers.queries.ts";
import { registerCaller } from "./callers.ts";
import { addNote, blockBorrower, changeBorrower, removeNote, sendReset } from "./change-borrower.ts";
import { confirmByPhone, sendConfirmationTo } from "./confirm-mailbox.ts";
import { clearBorrower } from "./clear-borrower.ts";
import { mergeBorrowers } from "./merge-borrowers.ts";
import { borrowersCsv, borrowerSearchCsv, searchBorrowers, showBorrower } from "./search-borrowers.ts";
import { colleaguesOf } from "./colleagues.queries.ts";

/** Serves Borrowers/*, and the calls for borrowers on the phone. */
export function borrowersRoutes(app: FastifyInstance, parts: NounParts): void {
  const { db, clock, configuration, readContent } = parts;
  const { timeZone } = configuration;
  const limits = attemptLimits(db, configuration.rateLimitScale);
  const letterhead = async () => {
    const { site, contact } = (await readContent()).content;
    return { siteName: site.siteName, postalAddress: contact.postalAddress, email: contact.email };
  };
  const day = () => today(clock, timeZone);
  const actorOf = ({ userId }: Session) => ({ userId, at: clock.now() });
  const editorOf = (session: Session) => ({ ...actorOf(session), isManager: session.role === "manager" });
  const downloadOf = (session: Session) => ({ actor: actorOf(session), today: day(), timeZone });

  serve(app, calls.searchBorrowers, async ({ query }) => searchBorrowers(db, query, day()));
  serve(app, calls.getBorrower, async ({ params }) => ({ data: await showBorrower(parts, params.id) }));
  serve(app, calls.borrowerSearchCsv, async ({ query }, { session }) =>
    borrowerSearchCsv(db, query, downloadOf(session)),
  );
  serve(app, borrowersCsvCall, async (_received, { session }) => borrowersCsv(db, downloadOf(session)));

  serve(app, calls.changeBorrower, async ({ params, body }, { session }) => {
    await changeBorrower(db, params.id, body, editorOf(session));
    return {};
  });
  serve(app, calls.sendBorrowerReset, async ({ params }, { session }) => ({
    message: ownMessages.resetLinkSent(await sendReset(db, params.id, editorOf(session), timeZone)),
  }));
  serve(app, files.getInvitations, async ({ query }) => ({ data: await showInvitations(db, query.importId) }));
  serve(app, files.inviteBorrowers, async ({ body }, { session }) => {
    await requestInvitations(db, body, actorOf(session));
    return { data: await showInvitations(db, body.importId) };
  });
  serve(app, calls.sendConfirmationTo, async ({ params }, { session }) => ({
    message: await sendConfirmationTo({ ...parts, limits }, params.id, actorOf(session)),
  }));
  serve(app, calls.confirmByPhone, async ({ params }, { session }) => {
    await confirmByPhone(parts, params.id, actorOf(session));
    return {};
  });
  serve(app, calls.addBorrowerNote, async ({ params, body }, { session }) => {
    await addNote(db, params.id, body.note, actorOf(session));
    return {};
  });
  serve(app, calls.deleteBorrowerNote, async ({ params }, { session }) => {
    await removeNote(db, params.noteId, actorOf(session));
    return {};
  });
  serve(app, calls.blockBorrower, async ({ params, body }, { session }) => {
    await blockBorrower(db, params.id, body.reason, actorOf(session));
    return {};
  });
  serve(app, calls.unblockBorrower, async ({ params }, { session }) => {
    await blockBorrower(db, params.id, "", actorOf(session));
    return {};
  });

  serve(app, calls.getColleagues, async ({ params, query }) => ({
    data: await colleaguesOf(db, params.id, query.searchString),
  }));
  serve(app, calls.anonymizeBorrower, async ({ params }, { session }) => ({
    data: { orders: await anonymizeBorrower(db, params.id, actorOf(session)) },
  }));
  serve(app, calls.mergeBorrowers, async ({ params, body }, { session }) => ({
    data: { orders: await mergeBorrowers(db, params.id, body.fromBorrowerId, editorOf(session)) },
  }));
  serve(app, calls.clearanceLetter, async ({ params }, { session, disconnected }) =>
    clearBorrower(db, params.id, {
      today: day(),
      letterhead,
      actor: actorOf(session),
      signal: disconnected(),
    }),
  );

  serve(app, callers.findCallers, async ({ query }) => ({ data: await callersWith(db, query.searchString) }));
  serve(app, callers.registerCaller, async ({ body }, { session }) => ({
    data: await registerCaller(db, body, actorOf(session)),
  }));
}
