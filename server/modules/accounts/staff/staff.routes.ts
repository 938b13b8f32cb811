import type { OwnAccount } from "#contract/staff/own-account.ts";
import * as own from "#contract/staff/own-account.ts";
import { messages } from "#contract/messages.ts";
import { found } from "#server/refusals/http-error.ts";
import { type Session, slowDown } from "#server/http/caller.ts";
import { serve } from "#server/http/serve.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { attemptLimits } from "../credentials/attempt-limits.ts";
import { changeStaffEmail, changeStaffPassword } from "./change-own-account.ts";
import { endStaffSessions } from "./end-staff-sessions.ts";
import { findStaff } from "./staff.queries.ts";
import { staffSessions } from "./staff-sessions.queries.ts";

/** Serves Staff/*: an administrator's own account, and their sessions. */
export function staffRoutes(app: FastifyInstance, parts: ConfiguredParts): void {
  const { db, clock, configuration } = parts;
  const limits = attemptLimits(db, configuration.rateLimitScale);

  serve(app, own.getOwnAccount, async (_received, { session }) => {
    const now = clock.now();
    const idleSince = new Date(now.getTime() - configuration.staffIdleMinutes * 60_000);
    const { userId } = session;
    const [row, sessions] = await Promise.all([
      findStaff(db, userId),
      staffSessions(db, { userId, own: session.sessionId, now, idleSince }),
    ]);
    return { data: { ...presentOwnAccount(found(row)), sessions } };
  });

  /** A stolen session must not become a way to guess the password. */
  const withPassword = async (
    { session, request, reply }: { session: Session; request: FastifyRequest; reply: FastifyReply },
    change: () => Promise<void>,
  ) => {
    slowDown(reply, await limits.ownPasswordTry(session.userId, request.ip));
    await change();
    await limits.passwordRight(session.userId, request.ip);
  };

  serve(app, own.changeStaffPassword, async ({ body }, caller) => {
    await withPassword(caller, () => changeStaffPassword(parts, caller.session, body));
    return { message: messages.done.passwordChanged };
  });

  serve(app, own.changeStaffEmail, async ({ body }, caller) => {
    await withPassword(caller, () => changeStaffEmail(parts, caller.session, body));
    return { message: messages.done.accountUpdated };
  });

  serve(app, own.endStaffSession, async ({ params }, { session }) => {
    await endStaffSessions(parts, session, params);
    return {};
  });

  serve(app, own.endStaffSessions, async ({ params }, { session }) => {
    await endStaffSessions(parts, session, params);
    return {};
  });
}

function presentOwnAccount(row: NonNullable<Awaited<ReturnType<typeof findStaff>>>): Omit<OwnAccount, "sessions"> {
  return {
    userId: row.user_id,
    userName: row.user_name,
    name: row.name,
    emailAddress: row.email_address,
    hasFirstPassword: row.has_first_password,
  };
}
