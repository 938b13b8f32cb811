import type { LanguageCode } from "#contract/site/languages.ts";
import { userTypes } from "#contract/codes.ts";
import type { LoggedIn } from "#contract/accounts.ts";
import { messages } from "#contract/messages.ts";
import { HttpError } from "#server/refusals/http-error.ts";
import type { Database } from "#server/platform/database.ts";
import { accountOfName } from "./accounts.queries.ts";
import { isPassword } from "./credentials/passwords.ts";
import { keepLanguage } from "./keep-language.ts";
import type { StartSession } from "./sessions/start-session.ts";

/** Runs after a borrower's login: claims the anonymous cart. */
export type AfterLogin = (login: {
  userId: number;
  cartIdentifier: string | null;
}) => Promise<{ cartIdentifier: string | null; cartCount: number }>;

type Parts = { db: Database; startSession: StartSession; afterLogin: AfterLogin };
type Sent = {
  userName: string;
  password: string;
  userTypeId: 1 | 2;
  cartIdentifier?: string | null | undefined;
  /** The site's current language, used for emails from now on. */
  language: LanguageCode;
};

/**
 * Logs a user in, or throws 401: a wrong name, a wrong password, and a wrong user type look the same and take equally
 * long.
 */
export async function logIn({ db, startSession, afterLogin }: Parts, sent: Sent): Promise<LoggedIn> {
  const account = await accountOfName(db, sent.userName);
  const isRight = await isPassword(sent.password, account?.password_hash);
  if (!account?.password_hash || !isRight || account.user_type_id !== sent.userTypeId) throw badLogin();

  await keepLanguage(db, account.user_id, sent.language);
  const session = await startSession({ userId: account.user_id, passwordHash: account.password_hash });
  if (!session) throw badLogin();
  const isBorrower = account.user_type_id === userTypes.user;
  const cart = isBorrower
    ? await afterLogin({ userId: account.user_id, cartIdentifier: sent.cartIdentifier || null })
    : { cartIdentifier: null, cartCount: 0 };
  return {
    token: session.token,
    sessionKey: session.sessionId,
    userId: account.user_id,
    userTypeId: account.user_type_id,
    userName: account.user_name,
    name: account.name ?? account.user_name,
    borrowerId: account.borrower_id,
    ...cart,
  };
}

function badLogin(): HttpError {
  return new HttpError(401, messages.trouble.badLogin);
}
