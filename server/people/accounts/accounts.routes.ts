import * as calls from "#contract/people/accounts.ts";
import { passTwoStep } from "#contract/people/own-account.ts";
import { cookieName } from "#contract/wire/cookies.ts";
import type { Password } from "#contract/wire/text.ts";
import { messages, ownMessages } from "#contract/wire/messages.ts";
import { found } from "#server/refusals/http-error.ts";
import { readerLanguage, type Session } from "#server/http/caller.ts";
import { serve } from "#server/http/serve.ts";
import { noteSecurity } from "#server/http/watch-security.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { showCard, updateCard } from "./account-card.ts";
import { keepLanguage } from "./accounts.queries.ts";
import { type AttemptLimits, attemptLimits } from "./attempt-limits.ts";
import { type AfterLogin, createLogin } from "./log-in.ts";
import { followMailboxLink, sendConfirmation } from "./mailbox.ts";
import { changePassword, checkReset, enqueueResetRequest, resetPassword } from "./new-passwords.ts";
import { warmUpPasswords } from "./passwords.ts";
import { registerBorrower } from "../borrowers/callers.ts";
import { revokeSessions, sessionsOf } from "../sessions/session.queries.ts";

export function accountsRoutes(app: FastifyInstance, baseParts: ConfiguredParts & { afterLogin: AfterLogin }): void {
  const parts = { ...baseParts, limits: attemptLimits(baseParts.db, baseParts.configuration.rateLimitScale) };
  const { db, clock, limits } = parts;
  const login = createLogin(parts);
  app.addHook("onReady", warmUpPasswords);
  resetRoutes(app, parts);

  serve(app, calls.registerBorrower, async ({ body }, { request }) => {
    await limits.registration(request.ip);
    return { id: await registerBorrower(parts, body, readerLanguage(request)), message: messages.done.registered };
  });

  const originOf = (request: FastifyRequest) => ({
    language: readerLanguage(request),
    address: request.ip,
    userAgent: request.headers["user-agent"],
  });
  const loginAnswer = (request: FastifyRequest, data: Awaited<ReturnType<typeof login.logIn>>) => {
    noteSecurity(request, { kind: "logged-in", userId: data.userId, sessionNumber: data.sessionNumber });
    return { data, message: messages.done.loggedIn };
  };
  serve(app, calls.login, async ({ body }, { request }) => {
    noteSecurity(request, { userName: body.userName });
    return loginAnswer(request, await login.logIn(body, originOf(request)));
  });
  serve(app, passTwoStep, async ({ body }, { request }) => {
    const account = await login.accountOf(body.token);
    noteSecurity(request, { userName: account.user_name });
    return loginAnswer(request, await login.passTwoStep(account, body, originOf(request)));
  });

  const end = (session: Session, which: Parameters<typeof revokeSessions>[3]) =>
    revokeSessions(db, session.userId, clock.now(), which);
  serve(app, calls.logout, async (_received, { session }) => {
    if (session) await end(session, { number: session.sessionNumber });
    return {};
  });
  serve(app, calls.stayLoggedIn, async (_received, { session }) => ({
    data: { token: await login.sessions.extend(session) },
  }));
  serve(app, calls.getSessions, async (_received, { session }) => ({
    data: await sessionsOf(db, session.userId, session.sessionId, clock.now()),
  }));
  serve(app, calls.endSession, async ({ params }, { session }) => {
    found((await end(session, { number: params.sessionNumber })) || undefined);
    return {};
  });
  serve(app, calls.logOutEverywhere, async (_received, { session }) => {
    await end(session, {});
    return {};
  });
  serve(app, calls.chooseLanguage, async ({ body }, { session }) => {
    await keepLanguage(db, session.userId, body.language);
    return {};
  });

  serve(app, calls.getBorrowerInformationByUserId, async ({ params }, { session }) => ({
    data: await showCard(db, session, params.userId),
  }));
  serve(app, calls.updateBorrower, async ({ body }, { session, request }) => {
    const { card, isNewAddress } = await updateCard(parts, { ...session, from: request.ip }, body);
    if (isNewAddress) noteSecurity(request, { kind: "email-changed" });
    return { data: card, message: messages.done.accountUpdated };
  });
  serve(app, calls.changePassword, async ({ body }, { session, request }) => {
    const owner = { userId: session.userId, from: request.ip };
    await limits.ownPassword(owner, () => changePassword(parts, session, body));
    return { message: messages.done.passwordChanged };
  });
  serve(app, calls.sendConfirmation, async (_received, { session }) => {
    await limits.confirmation(session.userId);
    const isSent = await sendConfirmation(parts, session.userId);
    return { message: isSent ? ownMessages.confirmationSent : ownMessages.mailboxConfirmed };
  });
  serve(app, calls.confirmMailbox, async ({ body }) => {
    await followMailboxLink(parts, body.token);
    return { message: ownMessages.mailboxConfirmed };
  });
}

/** The password reset (clarifications 6.1 and 6.2). */
function resetRoutes(app: FastifyInstance, parts: ConfiguredParts & { limits: AttemptLimits }) {
  const { db, limits } = parts;
  const isSecure = parts.configuration.publicUrl.startsWith("https:");
  const cookie = { path: isSecure ? "/" : "/api/", httpOnly: true, sameSite: "strict", secure: isSecure } as const;
  // one per account: two links can be open at the same time
  const cookieOf = (userId: number) => cookieName(`reset-proof-${userId}`, isSecure);

  serve(app, calls.requestResetPassword, async ({ params, query }, { request }) => {
    await limits.resetRequest(request.ip);
    const language = readerLanguage(request);
    await enqueueResetRequest(db, { typed: params.userNameOrEmail, language, next: query.next });
    return { message: ownMessages.resetRequested };
  });

  const check = async (request: FastifyRequest, reply: FastifyReply, token: string) => {
    await limits.resetCheck(request.ip);
    const { userId, userName, proof, seconds } = await checkReset(parts, token);
    reply.setCookie(cookieOf(userId), proof, { ...cookie, maxAge: seconds });
    // the reader of the email may log in from here, even with the old password and however many strangers guess
    await limits.proven(userName, request.ip);
    return { data: userId };
  };
  serve(app, calls.checkUserResetPassword, async ({ params }, { request, reply }) => check(request, reply, params.id));
  serve(app, calls.checkResetLink, async ({ body }, { request, reply }) => check(request, reply, body.token));

  const reset = async (request: FastifyRequest, reply: FastifyReply, userId: number, newPassword: Password) => {
    await limits.resetCheck(request.ip);
    const proof = request.cookies[cookieOf(userId)];
    const data = await resetPassword(parts, { userId, newPassword, proof });
    noteSecurity(request, { userId });
    reply.clearCookie(cookieOf(userId), cookie);
    // lets the owner log in right away after trying every password they remember
    await limits.proven(data.userName, request.ip);
    return { data, message: ownMessages.resetDone };
  };
  serve(app, calls.resetPassword, async ({ params }, { request, reply }) =>
    reset(request, reply, params.userId, params.newPassword),
  );
  serve(app, calls.resetPasswordInBody, async ({ params, body }, { request, reply }) =>
    reset(request, reply, params.userId, body.newPassword),
  );
}
