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

/** Runs after a borrower's login: claims the anonymous cart. */
export type AfterLogin = (login: {
  userId: number;
  cartIdentifier: string | null;
}) => Promise<Pick<LoggedIn, "cartIdentifier" | "cartCount">>;

type Parts = {
  db: Database;
  startSession: StartSession;
  afterLogin: AfterLogin;
  /** The refusal of a login that has a second step. */
  askForCode: FirstSteps["askForCode"];
};

type From = { language: LanguageCode; place: Place };

/**
 * Logs a user in, or throws 401: a wrong name, a wrong password, and a wrong user type look the same and take equally
 * long. Emails are in the site's current language from now on.
 */
export async function logIn(
  { db, startSession, afterLogin, askForCode }: Parts,
  sent: Received<typeof login>["body"],
  from: From,
): Promise<LoggedIn> {
  const account = await accountOfName(db, sent.userName);
  const isRight = await isPassword(sent.password, account?.password_hash);
  if (!account?.password_hash || !isRight || account.user_type_id !== sent.userTypeId) throw badLogin();

  if (account.has_two_step) throw await askForCode(account);
  const begun = await beginSession({ db, startSession }, account, from);
  if (account.user_type_id !== userTypes.user) return begun;
  return { ...begun, ...(await afterLogin({ userId: begun.userId, cartIdentifier: sent.cartIdentifier || null })) };
}

/** Begins the session of an account that has shown all it must; throws 401 when that has changed since. */
export async function beginSession(
  { db, startSession }: Pick<Parts, "db" | "startSession">,
  account: AccountRow,
  { language, place }: From,
): Promise<LoggedIn> {
  const { user_id: userId, password_hash: passwordHash, user_name: userName } = account;
  await keepLanguage(db, userId, language);
  // if the second step was turned on a moment ago, this login has not passed it
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
