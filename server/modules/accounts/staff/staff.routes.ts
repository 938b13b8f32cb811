import * as own from "#contract/staff/own-account.ts";
import * as calls from "#contract/staff/staff.ts";
import { messages, ownMessages } from "#contract/messages.ts";
import { found } from "#server/refusals/http-error.ts";
import { type Session, slowDown } from "#server/http/caller.ts";
import { serve } from "#server/http/serve.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { attemptLimits } from "../credentials/attempt-limits.ts";
import { acceptInvitation, checkInvitation } from "./accept-invitation.ts";
import { changeStaffEmail, changeStaffPassword } from "./change-own-account.ts";
import { disableStaff, enableStaff } from "./disable-staff.ts";
import { endStaffSessions } from "./end-staff-sessions.ts";
import { openInvitations } from "./invitations.queries.ts";
import { inviteStaff, withdrawInvitation } from "./invite-staff.ts";
import { everyStaff, findStaff } from "./staff.queries.ts";
import { staffSessions } from "./staff-sessions.queries.ts";
import { presentInvitation, presentMember, presentOwnAccount } from "./staff.present.ts";

/** Serves Staff/*: administrators, their invitations and sessions, and the caller's own account. */
export function staffRoutes(app: FastifyInstance, parts: ConfiguredParts): void {
  const { db, clock, configuration } = parts;
  const sessionsOf = (userIds: readonly number[], caller: Session) => {
    const now = clock.now();
    const idleSince = new Date(now.getTime() - configuration.staffIdleMinutes * 60_000);
    return staffSessions(db, { userIds, own: caller.sessionId, now, idleSince });
  };
  ownAccountRoutes(app, parts, sessionsOf);
  invitationRoutes(app, parts);

  serve(app, calls.getStaff, async (_received, { session }) => {
    const [staff, invitations] = await Promise.all([everyStaff(db), openInvitations(db, clock.now())]);
    const userIds = staff.map(({ user_id }) => user_id);
    const sessions = await sessionsOf(userIds, session);
    return {
      data: {
        staff: staff.map((row) => presentMember(row, sessions(row.user_id), session.userId)),
        invitations: invitations.map(presentInvitation),
      },
    };
  });

  serve(app, calls.disableStaff, async ({ params }, { session }) => {
    await disableStaff(parts, session.userId, params.userId);
    return {};
  });

  serve(app, calls.enableStaff, async ({ params }, { session }) => {
    await enableStaff(parts, session.userId, params.userId);
    return {};
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

type SessionsOf = (userIds: readonly number[], caller: Session) => ReturnType<typeof staffSessions>;

function ownAccountRoutes(app: FastifyInstance, parts: ConfiguredParts, sessionsOf: SessionsOf): void {
  const limits = attemptLimits(parts.db, parts.configuration.rateLimitScale);

  serve(app, own.getOwnAccount, async (_received, { session }) => {
    const { userId } = session;
    const [row, sessions] = await Promise.all([findStaff(parts.db, userId), sessionsOf([userId], session)]);
    return { data: presentOwnAccount(found(row), sessions(userId)) };
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
}

function invitationRoutes(app: FastifyInstance, parts: ConfiguredParts): void {
  const limits = attemptLimits(parts.db, parts.configuration.rateLimitScale);

  serve(app, calls.inviteStaff, async ({ body }, { session }) => ({
    id: await inviteStaff(parts, session.userId, body.emailAddress),
  }));

  serve(app, calls.withdrawInvitation, async ({ params }, { session }) => {
    await withdrawInvitation(parts, session.userId, params.id);
    return {};
  });

  serve(app, calls.checkInvitation, async ({ params }, { request, reply }) => {
    slowDown(reply, await limits.resetCheck(request.ip));
    return { data: { emailAddress: await checkInvitation(parts, params.token) } };
  });

  serve(app, calls.acceptInvitation, async ({ params, body }, { request, reply }) => {
    slowDown(reply, await limits.resetCheck(request.ip));
    await acceptInvitation(parts, params.token, body);
    return { message: ownMessages.invitationAccepted };
  });
}
