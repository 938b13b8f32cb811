import * as calls from "#contract/people/accounts.ts";
import { passTwoStep } from "#contract/people/own-account.ts";
import { cookieName } from "#contract/wire/cookies.ts";
import { messages, ownMessages } from "#contract/wire/messages.ts";
import { found, HttpError } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { readerLanguage, type Session, slowDown } from "#server/http/caller.ts";
import { serve } from "#server/http/serve.ts";
import { noteSecurity } from "#server/http/watch-security.ts";
import type { ConfiguredParts, Parts } from "#server/parts.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { borrowerFields, presentBorrower, presentSession } from "./accounts.present.ts";
import { findBorrower, keepLanguage } from "./accounts.queries.ts";
import { changePassword, warmUpPasswords } from "./passwords.ts";
import { type AttemptLimits, attemptLimits } from "./attempt-limits.ts";
import { type AfterLogin, beginSession, logIn } from "./log-in.ts";
import { followMailboxLink, sendConfirmation } from "./mailbox.ts";
import { findCallers, registerBorrower, registerCaller } from "../borrowers/callers.ts";
import { checkReset, enqueueResetRequest, resetPassword } from "./reset.ts";
import { createSessionExtender, createSessionStarter, placeOf } from "../sessions/sessions.ts";
import { revokeNumberedSession, revokeOtherSessions, revokeSession, sessionsOf } from "../sessions/session.queries.ts";
import { createFirstSteps, takeCode } from "../staff/two-step.ts";
import {
  addNote,
  blockBorrower,
  borrowersCsv,
  changeBorrower,
  removeNote,
  sendReset,
  updateBorrower,
} from "./borrowers.ts";
import * as borrowersCalls from "#contract/people/borrowers.ts";
import * as callers from "#contract/orders/callers.ts";

export function accountsRoutes(app: FastifyInstance, parts: ConfiguredParts & { afterLogin: AfterLogin }): void {
  const { db, clock, configuration } = parts;
  const limits = attemptLimits(db, configuration.rateLimitScale);
  app.addHook("onReady", warmUpPasswords);

  serve(app, calls.registerBorrower, async ({ body }, { request, reply }) => {
    slowDown(reply, await limits.registration(request.ip));
    return { id: await registerBorrower(parts, body, readerLanguage(request)), message: messages.done.registered };
  });

  loginRoutes(app, parts, limits);
  sessionRoutes(app, parts);

  serve(app, calls.chooseLanguage, async ({ body }, { session }) => {
    await keepLanguage(db, session.userId, body.language);
    return {};
  });

  const card = async (borrowerId: number) => presentBorrower(found(await findBorrower(db, borrowerId)));
  serve(app, calls.getBorrowerInformationByUserId, async ({ params }, { session }) => {
    return { data: await card(own(session.userId, params.userId, session.borrowerId)) };
  });

  serve(app, calls.updateBorrower, async ({ body }, { session, request, reply }) => {
    const borrowerId = own(session.borrowerId, body.borrowerId ?? session.borrowerId, session.borrowerId);
    const password = body.password ?? "";
    const account = session.userId;
    // guards against guessing the password, and against emailing strangers
    if (password !== "") {
      slowDown(reply, await limits.ownPasswordTry(account, request.ip));
      slowDown(reply, await limits.confirmation(account));
    }
    const isNewAddress = await updateBorrower(
      parts,
      { ...session, borrowerId },
      { fields: borrowerFields(body), password },
    );
    if (isNewAddress) noteSecurity(request, { kind: "email-changed" });
    if (password !== "") await limits.passwordRight(account, request.ip);
    return { data: await card(borrowerId), message: messages.done.accountUpdated };
  });

  serve(app, calls.sendConfirmation, async (_received, { session, reply }) => {
    slowDown(reply, await limits.confirmation(session.userId));
    const isSent = await sendConfirmation(parts, session.userId);
    return { message: isSent ? ownMessages.confirmationSent : ownMessages.mailboxConfirmed };
  });

  serve(app, calls.confirmMailbox, async ({ params }) => {
    await followMailboxLink(parts, params.token);
    return { message: ownMessages.mailboxConfirmed };
  });

  serve(app, calls.changePassword, async ({ body }, { session, request, reply }) => {
    own(session.userId, body.userId ?? session.userId, session.borrowerId);
    // A stolen session must not become a way to guess the password.
    slowDown(reply, await limits.ownPasswordTry(session.userId, request.ip));
    await changePassword(parts, session, body);
    await limits.passwordRight(session.userId, request.ip);
    return { message: messages.done.passwordChanged };
  });

  resetRoutes(app, parts, limits);

  serve(app, calls.borrowersCsv, async (_received, { session }) =>
    borrowersCsv(db, { userId: session.userId, at: clock.now() }, configuration.timeZone),
  );
}

function loginRoutes(
  app: FastifyInstance,
  parts: ConfiguredParts & { afterLogin: AfterLogin },
  limits: AttemptLimits,
): void {
  const { db, afterLogin } = parts;
  const startSession = createSessionStarter(parts);
  /** Adds every new session to the sign-in log. */
  const withSignInEvent =
    (request: FastifyRequest): typeof startSession =>
    async (who) => {
      const session = await startSession(who);
      const { userId } = who;
      if (session) noteSecurity(request, { kind: "logged-in", userId, sessionNumber: session.sessionNumber });
      return session;
    };
  const { askForCode, accountOf } = createFirstSteps(parts);
  const originOf = (request: FastifyRequest) => ({
    language: readerLanguage(request),
    place: placeOf(request.ip, request.headers["user-agent"]),
  });

  serve(app, calls.login, async ({ body }, { request, reply }) => {
    noteSecurity(request, { userName: body.userName });
    slowDown(reply, await limits.passwordTry(body.userName, request.ip));
    slowDown(reply, await limits.nameTry(body.userName, request.ip), ownMessages.nameBlocked);
    const data = await logIn(
      { db, startSession: withSignInEvent(request), afterLogin, askForCode },
      body,
      originOf(request),
    );
    await limits.passwordRight(body.userName, request.ip);
    return { data, message: messages.done.loggedIn };
  });

  serve(app, passTwoStep, async ({ body }, { request, reply }) => {
    const account = await accountOf(body.token);
    const { user_id: userId, user_name: userName } = account;
    noteSecurity(request, { userName });
    slowDown(reply, await limits.codeTry(userName, request.ip));
    slowDown(reply, await limits.codeOfNameTry(userName, request.ip), ownMessages.tooManyCodes);
    await takeCode(parts, userId, body.code);
    const data = await beginSession({ db, startSession: withSignInEvent(request) }, account, originOf(request));
    await limits.codeRight(userName, request.ip);
    await limits.passwordRight(userName, request.ip);
    return { data, message: messages.done.loggedIn };
  });
}

function sessionRoutes(app: FastifyInstance, parts: ConfiguredParts): void {
  const { db, clock } = parts;
  const extend = createSessionExtender(parts);
  serve(app, calls.logout, async (_received, { session }) => {
    if (session) await revokeSession(db, session.sessionId, clock.now());
    return {};
  });
  serve(app, calls.stayLoggedIn, async (_received, { session }) => {
    const token = await extend(session);
    if (token === null) throw new HttpError(401);
    return { data: { token } };
  });
  serve(app, calls.getSessions, async (_received, { session }) => {
    const rows = await sessionsOf(db, session.userId);
    return { data: rows.map((row) => presentSession(row, { sessionId: session.sessionId, now: clock.now() })) };
  });
  serve(app, calls.endSession, async ({ params }, { session }) => {
    found((await revokeNumberedSession(db, session.userId, params.sessionNumber, clock.now())) || undefined);
    return {};
  });
  serve(app, calls.logOutEverywhere, async (_received, { session }) => {
    await revokeOtherSessions(db, session.userId, null, clock.now());
    return {};
  });
}

/** Returns the caller's borrower if the id is the caller's own, or throws 404. */
function own(ownId: number | null, inputId: number | null, borrowerId: number | null): number {
  return found(ownId === inputId ? (borrowerId ?? undefined) : undefined);
}

/** The password reset (clarifications 6.1 and 6.2). */
function resetRoutes(app: FastifyInstance, parts: ConfiguredParts, limits: AttemptLimits) {
  const isSecure = parts.configuration.publicUrl.startsWith("https:");
  const cookie = { path: isSecure ? "/" : "/api/", httpOnly: true, sameSite: "strict", secure: isSecure } as const;
  // one per account: two links can be open at the same time
  const cookieOf = (userId: number) => cookieName(`reset-proof-${userId}`, isSecure);

  serve(app, calls.requestResetPassword, async ({ params, query }, { request, reply }) => {
    slowDown(reply, await limits.resetRequest(request.ip));
    const userNameOrEmail = params.userNameOrEmail.trim();
    if (userNameOrEmail === "")
      throw new Refusal({ kind: "invalid" }, { sentence: messages.field.resetUserNameOrEmail });
    // a job looks up the account, so that the response takes equally long whatever was typed
    await enqueueResetRequest(parts.db, {
      typed: userNameOrEmail,
      language: readerLanguage(request),
      next: query.next,
    });
    return { message: ownMessages.resetRequested };
  });

  serve(app, calls.checkUserResetPassword, async ({ params }, { request, reply }) => {
    slowDown(reply, await limits.resetCheck(request.ip));
    const { userId, userName, proof, seconds } = await checkReset(parts, params.id);
    reply.setCookie(cookieOf(userId), proof, { ...cookie, maxAge: seconds });
    // the reader of the email may log in from here, even with the old password and however many strangers guess
    await limits.proven(userName, request.ip);
    return { data: userId };
  });

  const reset = async (request: FastifyRequest, reply: FastifyReply, userId: number, newPassword: string) => {
    slowDown(reply, await limits.resetCheck(request.ip));
    const proof = request.cookies[cookieOf(userId)];
    const owner = await resetPassword(parts, { userId, newPassword, proof });
    noteSecurity(request, { userId });
    reply.clearCookie(cookieOf(userId), cookie);
    // lets the owner log in right away after trying every password they remember
    await limits.proven(owner.user_name, request.ip);
    return { data: { userTypeId: owner.user_type_id, userName: owner.user_name }, message: ownMessages.resetDone };
  };
  serve(app, calls.resetPassword, async ({ params }, { request, reply }) => {
    const { message } = await reset(request, reply, params.userId, params.newPassword);
    return { message };
  });
  serve(app, calls.resetPasswordInBody, async ({ params, body }, { request, reply }) =>
    reset(request, reply, params.userId, body.newPassword),
  );
}

export function borrowerAccountsRoutes(app: FastifyInstance, parts: Parts): void {
  const actorOf = ({ userId }: Session) => ({ userId, at: parts.clock.now() });

  serve(app, borrowersCalls.changeBorrower, async ({ params, body }, { session }) => {
    await changeBorrower(parts, params.id, body, actorOf(session));
    return {};
  });
  serve(app, borrowersCalls.sendBorrowerReset, async ({ params }, { session }) => ({
    message: ownMessages.resetLinkSent(await sendReset(parts, params.id, actorOf(session))),
  }));

  serve(app, borrowersCalls.addBorrowerNote, async ({ params, body }, { session }) => {
    await addNote(parts, params.id, body.note, actorOf(session));
    return {};
  });
  serve(app, borrowersCalls.deleteBorrowerNote, async ({ params }, { session }) => {
    await removeNote(parts, params.noteId, actorOf(session));
    return {};
  });
  serve(app, borrowersCalls.blockBorrower, async ({ params, body }, { session }) => {
    await blockBorrower(parts, params.id, body.reason, actorOf(session));
    return {};
  });
  serve(app, borrowersCalls.unblockBorrower, async ({ params }, { session }) => {
    await blockBorrower(parts, params.id, "", actorOf(session));
    return {};
  });
  serve(app, callers.findCallers, async ({ query }) => ({ data: await findCallers(parts.db, query.searchString) }));
  serve(app, callers.registerCaller, async ({ body }, { session }) => ({
    data: await registerCaller(parts.db, body, actorOf(session)),
  }));
}
