import * as calls from "#contract/accounts.ts";
import { messages, ownMessages } from "#contract/messages.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { serve } from "#server/http/serve.ts";
import { readerLanguage, slowDown } from "#server/http/caller.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Configuration } from "#server/platform/configuration.ts";
import type { Database } from "#server/platform/database.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { attemptLimits } from "../credentials/attempt-limits.ts";
import { checkReset, resetPassword } from "./reset-password.ts";
import { enqueueResetRequest } from "./answer-reset-request.ts";

type Parts = { db: Database; clock: Clock; configuration: Configuration };

/** Serves the password reset (clarifications 6.1 and 6.2). */
export function resetRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, configuration } = parts;
  const limits = attemptLimits(db, configuration.rateLimitScale);
  const cookie = { path: "/api/", httpOnly: true, sameSite: "strict", secure: isSecure(configuration) } as const;

  serve(app, calls.requestResetPassword, async ({ params }, { request, reply }) => {
    slowDown(reply, await limits.resetRequest(request.ip));
    const typed = params.userNameOrEmail.trim();
    if (typed === "") throw new Refusal({ kind: "invalid" }, { sentence: messages.field.resetUserNameOrEmail });
    // The account is looked up later: the same work and the same answer, whatever was typed.
    await enqueueResetRequest(db, { typed, language: readerLanguage(request) });
    return { message: ownMessages.resetRequested };
  });

  serve(app, calls.checkUserResetPassword, async ({ params }, { request, reply }) => {
    slowDown(reply, await limits.resetCheck(request.ip));
    const { userId, proof, seconds } = await checkReset(parts, params.id);
    reply.setCookie(cookieOf(userId), proof, { ...cookie, maxAge: seconds });
    return { data: userId };
  });

  const reset = async (request: FastifyRequest, reply: FastifyReply, userId: number, newPassword: string) => {
    slowDown(reply, await limits.resetCheck(request.ip));
    const proof = request.cookies[cookieOf(userId)];
    const userName = await resetPassword(parts, { userId, newPassword, proof });
    reply.clearCookie(cookieOf(userId), cookie);
    // After trying every password they remember, users may log in with the new one at once.
    await limits.passwordRight(userName, request.ip);
    return { message: ownMessages.resetDone };
  };
  serve(app, calls.resetPassword, async ({ params }, { request, reply }) =>
    reset(request, reply, params.userId, params.newPassword),
  );
  serve(app, calls.resetPasswordInBody, async ({ params, body }, { request, reply }) =>
    reset(request, reply, params.userId, body.newPassword),
  );
}

/** One per account: two links can be open at the same time. */
function cookieOf(userId: number): string {
  return `reset-proof-${userId}`;
}

function isSecure({ publicUrl }: Pick<Configuration, "publicUrl">): boolean {
  return publicUrl.startsWith("https:");
}
