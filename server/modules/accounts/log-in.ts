import type { LoggedIn, login } from "#contract/accounts.ts";
import { userTypes } from "#contract/codes.ts";
import { messages } from "#contract/messages.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import type { Received } from "#contract/wire/endpoint.ts";
import { HttpError } from "#server/refusals/http-error.ts";
import type { Database } from "#server/platform/database.ts";
import { accountOfName, keepLanguage } from "./accounts.queries.ts";
import { isPassword } from "./credentials/passwords.ts";
import type { Place } from "./sessions/place.ts";
import type { StartSession } from "./sessions/sessions.ts";

/** Runs after a borrower's login: claims the anonymous cart. */
export type AfterLogin = (login: {
  userId: number;
  cartIdentifier: string | null;
}) => Promise<Pick<LoggedIn, "cartIdentifier" | "cartCount">>;

type Parts = { db: Database; startSession: StartSession; afterLogin: AfterLogin };

/**
 * Logs a user in, or throws 401: a wrong name, a wrong password, and a wrong user type look the same and take equally
 * long. Emails are in the site's current language from now on.
 */
export async function logIn(
  { db, startSession, afterLogin }: Parts,
  sent: Received<typeof login>["body"],
  { language, place }: { language: LanguageCode; place: Place },
): Promise<LoggedIn> {
  const account = await accountOfName(db, sent.userName);
  const isRight = await isPassword(sent.password, account?.password_hash);
  if (!account?.password_hash || !isRight || account.user_type_id !== sent.userTypeId) throw badLogin();

  const { user_id: userId, user_type_id: userTypeId } = account;
  await keepLanguage(db, userId, language);
  const session = await startSession({ userId, passwordHash: account.password_hash, place });
  if (!session) throw badLogin();
  const cart =
    userTypeId === userTypes.user
      ? await afterLogin({ userId, cartIdentifier: sent.cartIdentifier || null })
      : { cartIdentifier: null, cartCount: 0 };
  return {
    token: session.token,
    sessionKey: session.sessionId,
    userId,
    userTypeId,
    userName: account.user_name,
    name: account.name ?? account.user_name,
    borrowerId: account.borrower_id,
    ...cart,
  };
}

const badLogin = () => new HttpError(401, messages.trouble.badLogin);
