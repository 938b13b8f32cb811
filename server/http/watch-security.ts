import type { CallName } from "#contract/all.ts";
import { login } from "#contract/people/accounts.ts";
import type { SecurityKind } from "#contract/people/staff.ts";
import type { Reason } from "#contract/wire/refusals.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { SignInLog } from "#server/platform/sign-in-log/sign-in-log.ts";

/** Facts about the caller that the handler knows and the answer doesn't show. */
type SecurityNotes = {
  /** An event in addition to the one that the call stands for. */
  kind?: SecurityKind;
  userName?: string;
  userId?: number;
  sessionNumber?: number;
  refusal?: Reason["kind"];
  isTokenForged?: true;
};

declare module "fastify" {
  interface FastifyRequest {
    securityNotes: SecurityNotes | null;
  }
}

export function noteSecurity(request: FastifyRequest, notes: SecurityNotes): void {
  request.securityNotes = { ...request.securityNotes, ...notes };
}

/** The sign-in log entry for each successful call that changes an account. */
const successes: Record<Extract<CallName, `POST ${"Account" | "Staff"}/${string}`>, SecurityKind | null> = {
  "POST Account/RegisterBorrower": null,
  "POST Account/RegisterCaller": null,
  "POST Account/Login/": null, // its handler notes the new session
  "POST Account/Logout": "sessions-ended",
  "POST Account/Stay": null,
  "POST Account/EndSession/{sessionNumber}": "sessions-ended",
  "POST Account/LogOutEverywhere": "sessions-ended",
  "POST Account/UpdateBorrower/": null, // its handler notes a changed email address
  "POST Account/ChangePassword/": "password-changed",
  "POST Account/SendConfirmation": null,
  "POST Account/ConfirmMailbox": null,
  "POST Account/ChooseLanguage": null,
  "POST Account/RequestResetPassword/{userNameOrEmail}": null,
  "POST Account/CheckUserResetPassword": null,
  "POST Account/ResetPassword/{userId}/{newPassword}": "password-changed",
  "POST Account/ResetPassword/{userId}": "password-changed",
  "POST Staff/ChangePassword": "password-changed",
  "POST Staff/ChangeEmail": "email-changed",
  "POST Staff/ChangeName": null,
  "POST Staff/ChangeScanSignals": null,
  "POST Staff/EndSession/{userId}/{sessionNumber}": "sessions-ended",
  "POST Staff/EndSessions/{userId}": "sessions-ended",
  "POST Account/PassTwoStep": null, // like the login
  "POST Staff/TurnOnTwoStep": "staff-changed",
  "POST Staff/NewRecoveryCodes": "staff-changed",
  "POST Staff/TurnOffTwoStep": "staff-changed",
  "POST Staff/RemoveTwoStep/{userId}": "staff-changed",
  "POST Staff/ChangeRole/{userId}": "staff-changed",
  "POST Staff/CheckInvitation": null,
  "POST Staff/Invite": "staff-changed",
  "POST Staff/WithdrawInvitation/{id}": "staff-changed",
  "POST Staff/AcceptInvitation": "staff-changed",
  "POST Staff/Disable/{userId}": "staff-changed",
  "POST Staff/Enable/{userId}": "staff-changed",
};
const kindOfSuccess = new Map<string, SecurityKind | null>(Object.entries(successes));

const kindOfStatus = new Map<number, SecurityKind>([
  [403, "access-refused"],
  [429, "limit-hit"],
]);

/** Records security events in the sign-in log as answers leave, without delaying them. */
export function watchSecurity(app: FastifyInstance, signIns: SignInLog): void {
  app.decorateRequest("securityNotes", null);
  app.addHook("onSend", async (request, reply) => {
    for (const kind of kindsOf(request, reply)) signIns.record(eventOf(kind, request));
  });
  app.addHook("onClose", () => signIns.close());
}

function kindsOf({ routeOptions, securityNotes: notes, session }: FastifyRequest, { statusCode }: FastifyReply) {
  const call = routeOptions.config?.call ?? "";
  const isLogIn = call === login.call;
  const isDone = statusCode < 300 && !notes?.refusal;
  const success = isDone ? kindOfSuccess.get(call) : undefined;
  return [
    ...(notes?.isTokenForged ? (["token-forged"] as const) : []),
    ...[kindOfStatus.get(statusCode)].filter((kind) => kind !== undefined),
    ...((isLogIn && statusCode === 401) || isWrong(notes?.refusal) ? (["log-in-failed"] as const) : []),
    ...(isDone && notes?.kind ? [notes.kind] : []),
    // logging out succeeds without a session, too
    ...(success && (session || success !== "sessions-ended") ? [success] : []),
  ];
}

const isWrong = (refusal?: Reason["kind"]) => refusal === "wrong-password" || refusal === "wrong-code";

function eventOf(kind: SecurityKind, request: FastifyRequest) {
  const { session, securityNotes: notes, ip, id, routeOptions } = request;
  return {
    kind,
    address: ip,
    call: routeOptions.config?.call ?? "",
    reqId: id,
    userId: notes?.userId ?? session?.userId ?? null,
    sessionNumber: notes?.sessionNumber ?? session?.sessionNumber ?? null,
    userName: notes?.userName,
  };
}
