import * as own from "#contract/people/own-account.ts";
import * as calls from "#contract/people/staff.ts";
import { messages, ownMessages } from "#contract/wire/messages.ts";
import type { Session } from "#server/http/caller.ts";
import { serve } from "#server/http/serve.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { attemptLimits, limitProof } from "../accounts/attempt-limits.ts";
import { changeScanSignals, changeStaffEmail, changeStaffName, changeStaffPassword } from "./own-account.ts";
import {
  acceptInvitation,
  changeRole,
  checkInvitation,
  disableStaff,
  enableStaff,
  endStaffSessions,
  inviteStaff,
  listStaff,
  showOwnAccount,
  withdrawInvitation,
} from "./staff.ts";
import { newTwoStep, remakeRecoveryCodes, removeTwoStep, turnOffTwoStep, turnOnTwoStep } from "./two-step.ts";

export function staffRoutes(app: FastifyInstance, parts: ConfiguredParts): void {
  const limits = attemptLimits(parts.db, parts.configuration.rateLimitScale);

  type Caller = { session: Session; request: FastifyRequest };
  const prove = <Result>({ session, request }: Caller, { code }: own.Proof, change: () => Promise<Result>) =>
    limitProof(limits, { userId: session.userId, from: request.ip }, code, change);

  serve(app, calls.getStaff, async (_received, { session }) => ({ data: await listStaff(parts, session) }));
  serve(app, calls.disableStaff, async ({ params }, { session }) => {
    await disableStaff(parts, session.userId, params.userId);
    return {};
  });
  serve(app, calls.enableStaff, async ({ params, body }, caller) => {
    await prove(caller, body, () => enableStaff(parts, caller.session.userId, { ...params, ...body }));
    return {};
  });
  serve(app, calls.changeRole, async ({ params, body }, caller) => {
    await prove(caller, body, () => changeRole(parts, caller.session.userId, { ...params, ...body }));
    return {};
  });
  serve(app, own.removeTwoStep, async ({ params, body }, caller) => {
    await prove(caller, body, () => removeTwoStep(parts, caller.session.userId, { ...params, ...body }));
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

  serve(app, calls.inviteStaff, async ({ body }, caller) => ({
    id: await prove(caller, body, () => inviteStaff(parts, caller.session.userId, body)),
  }));
  serve(app, calls.withdrawInvitation, async ({ params }, { session }) => {
    await withdrawInvitation(parts, session.userId, params.id);
    return {};
  });
  serve(app, calls.checkInvitation, async ({ body }, { request }) => {
    await limits.resetCheck(request.ip);
    return { data: { emailAddress: await checkInvitation(parts, body.token) } };
  });
  serve(app, calls.acceptInvitation, async ({ body }, { request }) => {
    await limits.resetCheck(request.ip);
    await acceptInvitation(parts, body);
    return { message: ownMessages.invitationAccepted };
  });

  serve(app, own.getOwnAccount, async (_received, { session }) => ({ data: await showOwnAccount(parts, session) }));
  serve(app, own.changeStaffName, async ({ body }, { session }) => {
    await changeStaffName(parts, session.userId, body.name);
    return { message: messages.done.accountUpdated };
  });
  serve(app, own.changeScanSignals, async ({ body }, { session }) => {
    await changeScanSignals(parts, session.userId, body.scanSignals);
    return { message: messages.done.accountUpdated };
  });
  serve(app, own.changeStaffPassword, async ({ body }, caller) => {
    await prove(caller, body, () => changeStaffPassword(parts, caller.session, body));
    return { message: messages.done.passwordChanged };
  });
  serve(app, own.changeStaffEmail, async ({ body }, caller) => {
    await prove(caller, body, () => changeStaffEmail(parts, caller.session, body));
    return { message: messages.done.accountUpdated };
  });
  serve(app, own.newTwoStep, async (_received, { session }) => ({ data: await newTwoStep(parts, session.userId) }));
  serve(app, own.turnOnTwoStep, async ({ body }, caller) => {
    const turnOn = () => turnOnTwoStep(parts, caller.session, body);
    return { data: { recoveryCodes: await prove(caller, { password: body.password }, turnOn) } };
  });
  serve(app, own.newRecoveryCodes, async ({ body }, caller) => {
    const remake = () => remakeRecoveryCodes(parts, caller.session.userId, body);
    return { data: { recoveryCodes: await prove(caller, body, remake) } };
  });
  serve(app, own.turnOffTwoStep, async ({ body }, caller) => {
    await prove(caller, body, () => turnOffTwoStep(parts, caller.session.userId, body));
    return {};
  });
}
