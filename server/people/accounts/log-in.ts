import type { LoggedIn, login } from "#contract/people/accounts.ts";
import { userTypes } from "#contract/catalog/codes.ts";
import { messages } from "#contract/wire/messages.ts";
import { staffRoleOf } from "#contract/people/roles.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import type { Received } from "#contract/wire/endpoint.ts";
import { HttpError } from "#server/refusals/http-error.ts";
import type { Database } from "#server/platform/database.ts";
import { type AccountRow, accountOfName, keepLanguage } from "./accounts.queries.ts";
import { isPassword } from "./passwords.ts";
import type { StartSession } from "../sessions/sessions.ts";
import type { Place } from "../sessions/session.queries.ts";
import type { FirstSteps } from "../staff/two-step.ts";

/** Claims the anonymous cart after a borrower's login. */
export type AfterLogin = (login: {
  userId: number;
  cartIdentifier: string | null;
}) => Promise<Pick<LoggedIn, "cartIdentifier" | "cartCount">>;

type Parts = {
  db: Database;
  startSession: StartSession;
  afterLogin: AfterLogin;
  /** Returns the refusal for an account with two-step verification. */
  askForCode: FirstSteps["askForCode"];
};

type Origin = { language: LanguageCode; place: Place };

/** Logs a user in, or throws 401. A wrong name, password, or user type look the same and take equally long. */
export async function logIn(
  { db, startSession, afterLogin, askForCode }: Parts,
  input: Received<typeof login>["body"],
  origin: Origin,
): Promise<LoggedIn> {
  const account = await accountOfName(db, input.userName);
  const isRight = await isPassword(input.password, account?.password_hash);
  if (!account?.password_hash || !isRight || account.user_type_id !== input.userTypeId) throw badLogin();

  if (account.has_two_step) throw await askForCode(account);
  const session = await beginSession({ db, startSession }, account, origin);
  if (account.user_type_id !== userTypes.user) return session;
  return {
    ...session,
    ...(await afterLogin({ userId: session.userId, cartIdentifier: input.cartIdentifier || null })),
  };
}

/** Starts a session after all checks; throws 401 if the password or two-step verification changed since. */
export async function beginSession(
  { db, startSession }: Pick<Parts, "db" | "startSession">,
  account: AccountRow,
  { language, place }: Origin,
): Promise<LoggedIn> {
  const { user_id: userId, password_hash: passwordHash, user_name: userName } = account;
  await keepLanguage(db, userId, language);
  // if two-step verification was just turned on, this login has not passed it
  const hasPassedTwoStep = account.has_two_step;
  const session = passwordHash === null ? null : await startSession({ userId, passwordHash, place, hasPassedTwoStep });
  if (!session) throw badLogin();
  return {
    token: session.token,
    sessionKey: session.sessionId,
    userId,
    userTypeId: account.user_type_id,
    userName,
    name: account.name ?? userName,
    borrowerId: account.borrower_id,
    role: staffRoleOf(account.role),
    idleMinutes: account.user_type_id === userTypes.admin ? session.staffIdleMinutes : null,
    scanSignals: account.scan_signals,
    cartIdentifier: null,
    cartCount: 0,
    blockedBecause: account.blocked_because,
  };
}

const badLogin = () => new HttpError(401, messages.trouble.badLogin);
