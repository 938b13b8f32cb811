import * as own from "#contract/people/own-account.ts";
import * as calls from "#contract/people/staff.ts";
import { messages, ownMessages } from "#contract/wire/messages.ts";
import { found } from "#server/refusals/http-error.ts";
import { type Session, slowDown } from "#server/http/caller.ts";
import { serve } from "#server/http/serve.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type AttemptLimits, attemptLimits } from "../accounts/attempt-limits.ts";
import {
  acceptInvitation,
  changeRole,
  checkInvitation,
  disableStaff,
  enableStaff,
  endStaffSessions,
  inviteStaff,
  withdrawInvitation,
} from "./staff.ts";
import { changeScanSignals, changeStaffEmail, changeStaffName, changeStaffPassword } from "./own-account.ts";
import { countRecoveryCodes, everyStaff, findStaff, openInvitations, staffSessions } from "./staff.queries.ts";
import {
  appAddress,
  newSecret,
  remakeRecoveryCodes,
  removeTwoStep,
  turnOffTwoStep,
  turnOnTwoStep,
} from "./two-step.ts";
import { presentInvitation, presentMember, presentOwnAccount } from "./staff.present.ts";

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

  serve(app, calls.changeRole, async ({ params, body }, { session }) => {
    await changeRole(parts, session.userId, { ...params, ...body });
    return {};
  });

  serve(app, own.endStaffSession, async ({ params }, { session }) => {
    onlyOwn(session, params.userId);
    await endStaffSessions(parts, session, params);
    return {};
  });

  serve(app, own.endStaffSessions, async ({ params }, { session }) => {
    onlyOwn(session, params.userId);
    await endStaffSessions(parts, session, params);
    return {};
  });
}

/** Throws 404 for a colleague's sessions, which only a manager may end. */
function onlyOwn(session: Session, userId: number): void {
  found(userId === session.userId || session.role === "manager" ? userId : undefined);
}

type SessionsOf = (userIds: readonly number[], caller: Session) => ReturnType<typeof staffSessions>;

function ownAccountRoutes(app: FastifyInstance, parts: ConfiguredParts, sessionsOf: SessionsOf): void {
  const limits = attemptLimits(parts.db, parts.configuration.rateLimitScale);

  serve(app, own.getOwnAccount, async (_received, { session }) => {
    const { userId } = session;
    const [row, sessions, recoveryCodesLeft] = await Promise.all([
      findStaff(parts.db, userId),
      sessionsOf([userId], session),
      countRecoveryCodes(parts.db, userId),
    ]);
    const isRequired = parts.configuration.requireTwoStep;
    return { data: presentOwnAccount(found(row), { sessions: sessions(userId), isRequired, recoveryCodesLeft }) };
  });

  /** A stolen session must not become a way to guess the password. */
  const withPassword = async <Result>({ session, request, reply }: OwnCaller, change: () => Promise<Result>) => {
    slowDown(reply, await limits.ownPasswordTry(session.userId, request.ip));
    const result = await change();
    await limits.passwordRight(session.userId, request.ip);
    return result;
  };
  twoStepRoutes(app, parts, { limits, withPassword });

  serve(app, own.changeStaffPassword, async ({ body }, caller) => {
    await withPassword(caller, () => changeStaffPassword(parts, caller.session, body));
    return { message: messages.done.passwordChanged };
  });

  serve(app, own.changeStaffEmail, async ({ body }, caller) => {
    await withPassword(caller, () => changeStaffEmail(parts, caller.session, body));
    return { message: messages.done.accountUpdated };
  });

  serve(app, own.changeStaffName, async ({ body }, { session }) => {
    await changeStaffName(parts, session.userId, body.name);
    return { message: messages.done.accountUpdated };
  });

  serve(app, own.changeScanSignals, async ({ body }, { session }) => {
    await changeScanSignals(parts, session.userId, body.scanSignals);
    return { message: messages.done.accountUpdated };
  });
}

type OwnCaller = { session: Session; request: FastifyRequest; reply: FastifyReply };
type WithPassword = <Result>(caller: OwnCaller, change: () => Promise<Result>) => Promise<Result>;

function twoStepRoutes(
  app: FastifyInstance,
  parts: ConfiguredParts,
  { limits, withPassword }: { limits: AttemptLimits; withPassword: WithPassword },
): void {
  serve(app, own.newTwoStep, async (_received, { session }) => {
    const { user_name: userName } = found(await findStaff(parts.db, session.userId));
    const [secret, issuer] = [newSecret(), new URL(parts.configuration.publicUrl).hostname];
    return { data: { secret, address: appAddress(secret, { issuer, userName }) } };
  });

  serve(app, own.turnOnTwoStep, async ({ body }, caller) => ({
    data: { recoveryCodes: await withPassword(caller, () => turnOnTwoStep(parts, caller.session, body)) },
  }));

  serve(app, own.newRecoveryCodes, async ({ body }, caller) => {
    const remake = () => remakeRecoveryCodes(parts, caller.session.userId, body.password);
    return { data: { recoveryCodes: await withPassword(caller, remake) } };
  });

  serve(app, own.turnOffTwoStep, async ({ body }, caller) => {
    const { request, reply, session } = caller;
    slowDown(reply, await limits.ownCodeTry(session.userId, request.ip));
    await withPassword(caller, () => turnOffTwoStep(parts, session.userId, body));
    await limits.codeRight(session.userId, request.ip);
    return {};
  });

  serve(app, own.removeTwoStep, async ({ params }, { session }) => {
    await removeTwoStep(parts, session.userId, params.userId);
    return {};
  });
}

function invitationRoutes(app: FastifyInstance, parts: ConfiguredParts): void {
  const limits = attemptLimits(parts.db, parts.configuration.rateLimitScale);

  serve(app, calls.inviteStaff, async ({ body }, { session }) => ({
    id: await inviteStaff(parts, session.userId, body),
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
