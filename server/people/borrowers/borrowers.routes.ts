import { borrowersCsv as borrowersCsvCall } from "#contract/people/accounts.ts";
import * as files from "#contract/people/borrower-files.ts";
import * as calls from "#contract/people/borrowers.ts";
import * as callers from "#contract/orders/callers.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import { type Caller, serve } from "#server/http/serve.ts";
import type { Actor } from "#server/platform/record-activity.ts";
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

export function borrowersRoutes(app: FastifyInstance, parts: NounParts): void {
  const { db, clock, configuration, readContent } = parts;
  const { timeZone } = configuration;
  const limits = attemptLimits(db, configuration.rateLimitScale);
  const letterhead = async () => {
    const { site, contact } = (await readContent()).content;
    return { siteName: site.siteName, postalAddress: contact.postalAddress, email: contact.email };
  };
  const day = () => today(clock, timeZone);
  const editorOf = ({ session, actor }: Caller<"clerk">) => ({ ...actor, isManager: session.role === "manager" });
  const downloadOf = (actor: Actor) => ({ actor, today: day(), timeZone });

  serve(app, calls.searchBorrowers, async ({ query }) => searchBorrowers(db, query, day()));
  serve(app, calls.getBorrower, async ({ params }) => ({ data: await showBorrower(parts, params.id) }));
  serve(app, calls.borrowerSearchCsv, async ({ query }, { actor }) => borrowerSearchCsv(db, query, downloadOf(actor)));
  serve(app, borrowersCsvCall, async (_received, { actor }) => borrowersCsv(db, downloadOf(actor)));

  serve(app, calls.changeBorrower, async ({ params, body }, caller) => {
    await changeBorrower(db, params.id, body, editorOf(caller));
    return {};
  });
  serve(app, calls.sendBorrowerReset, async ({ params }, caller) => ({
    message: ownMessages.resetLinkSent(await sendReset(db, params.id, editorOf(caller), timeZone)),
  }));
  serve(app, files.getInvitations, async ({ query }) => ({ data: await showInvitations(db, query.importId) }));
  serve(app, files.inviteBorrowers, async ({ body }, { actor }) => {
    await requestInvitations(db, body, actor);
    return { data: await showInvitations(db, body.importId) };
  });
  serve(app, calls.sendConfirmationTo, async ({ params }, { actor }) => ({
    message: await sendConfirmationTo({ ...parts, limits }, params.id, actor),
  }));
  serve(app, calls.confirmByPhone, async ({ params }, { actor }) => {
    await confirmByPhone(parts, params.id, actor);
    return {};
  });
  serve(app, calls.addBorrowerNote, async ({ params, body }, { actor }) => {
    await addNote(db, params.id, body.note, actor);
    return {};
  });
  serve(app, calls.deleteBorrowerNote, async ({ params }, { actor }) => {
    await removeNote(db, params.noteId, actor);
    return {};
  });
  serve(app, calls.blockBorrower, async ({ params, body }, { actor }) => {
    await blockBorrower(db, params.id, body.reason, actor);
    return {};
  });
  serve(app, calls.unblockBorrower, async ({ params }, { actor }) => {
    await blockBorrower(db, params.id, "", actor);
    return {};
  });

  serve(app, calls.getColleagues, async ({ params, query }) => ({
    data: await colleaguesOf(db, params.id, query.searchString),
  }));
  serve(app, calls.anonymizeBorrower, async ({ params }, { actor }) => ({
    data: { orders: await anonymizeBorrower(db, params.id, actor) },
  }));
  serve(app, calls.mergeBorrowers, async ({ params, body }, caller) => ({
    data: { orders: await mergeBorrowers(db, params.id, body.fromBorrowerId, editorOf(caller)) },
  }));
  serve(app, calls.clearanceLetter, async ({ params }, { actor, disconnected }) =>
    clearBorrower(db, params.id, {
      today: day(),
      letterhead,
      actor,
      signal: disconnected(),
    }),
  );

  serve(app, callers.findCallers, async ({ query }) => ({ data: await callersWith(db, query.searchString) }));
  serve(app, callers.registerCaller, async ({ body }, { actor }) => ({
    data: await registerCaller(db, body, actor),
  }));
}
