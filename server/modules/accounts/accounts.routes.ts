import * as calls from "#contract/accounts.ts";
import { messages } from "#contract/messages.ts";
import { found } from "#server/refusals/http-error.ts";
import { readerLanguage, slowDown } from "#server/http/caller.ts";
import { serve } from "#server/http/serve.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Configuration } from "#server/platform/configuration.ts";
import type { Database } from "#server/platform/database.ts";
import type { FastifyInstance } from "fastify";
import { borrowerFields, presentBorrower } from "./accounts.present.ts";
import { findBorrower, updateBorrowerFields } from "./accounts.queries.ts";
import { changePassword } from "./change-password.ts";
import { attemptLimits } from "./credentials/attempt-limits.ts";
import { warmUpPasswords } from "./credentials/passwords.ts";
import { borrowersCsv } from "./export/borrowers-csv.ts";
import { keepLanguage } from "./keep-language.ts";
import { type AfterLogin, logIn } from "./log-in.ts";
import { registerBorrower } from "./register-borrower.ts";
import { revokeSession } from "./sessions/session.queries.ts";
import { createSessionStarter } from "./sessions/start-session.ts";

type Parts = { db: Database; clock: Clock; configuration: Configuration; afterLogin: AfterLogin };

/** Serves the calls of accounts: registration, login and logout, a borrower's own fields, and the borrowers list. */
export function accountsRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, clock, configuration } = parts;
  const limits = attemptLimits(db, configuration.rateLimitScale);
  const startSession = createSessionStarter(parts);
  app.addHook("onReady", warmUpPasswords);

  serve(app, calls.registerBorrower, async ({ body }, { request, reply }) => {
    slowDown(reply, await limits.registration(request.ip));
    return { id: await registerBorrower(parts, body, readerLanguage(request)), message: messages.done.registered };
  });

  serve(app, calls.login, async ({ body }, { request, reply }) => {
    slowDown(reply, await limits.passwordTry(body.userName, request.ip));
    const data = await logIn(
      { db, startSession, afterLogin: parts.afterLogin },
      { ...body, language: readerLanguage(request) },
    );
    await limits.passwordRight(body.userName, request.ip);
    return { data, message: messages.done.loggedIn };
  });

  serve(app, calls.logout, async (_received, { session }) => {
    if (session) await revokeSession(db, session.sessionId, clock.now());
    return {};
  });

  serve(app, calls.chooseLanguage, async ({ body }, { session }) => {
    await keepLanguage(db, session.userId, body.language);
    return {};
  });

  serve(app, calls.getBorrowerInformationByUserId, async ({ params }, { session }) => {
    const row = await findBorrower(db, own(session.userId, params.userId, session.borrowerId));
    return { data: presentBorrower(found(row)) };
  });

  serve(app, calls.updateBorrower, async ({ body }, { session }) => {
    const borrowerId = own(session.borrowerId, body.borrowerId ?? session.borrowerId, session.borrowerId);
    await updateBorrowerFields(db, borrowerId, borrowerFields(body));
    return { data: presentBorrower(found(await findBorrower(db, borrowerId))), message: messages.done.accountUpdated };
  });

  serve(app, calls.changePassword, async ({ body }, { session, request, reply }) => {
    own(session.userId, body.userId ?? session.userId, session.borrowerId);
    // A stolen session must not become a way to guess the password.
    const account = `#${session.userId}`;
    slowDown(reply, await limits.passwordTry(account, request.ip));
    await changePassword(parts, session, body);
    await limits.passwordRight(account, request.ip);
    return { message: messages.done.passwordChanged };
  });

  serve(app, calls.borrowersCsv, async (_received, { session }) =>
    borrowersCsv(db, { userId: session.userId, at: clock.now() }, configuration.timeZone),
  );
}

/** The caller's borrower if the id is the caller's own; anyone else's is not found. */
function own(ownId: number | null, sentId: number | null, borrowerId: number | null): number {
  return found(ownId === sentId ? (borrowerId ?? undefined) : undefined);
}
