import type { LoggedIn, login } from "#contract/people/accounts.ts";
import type { passTwoStep } from "#contract/people/own-account.ts";
import { userTypes } from "#contract/catalog/codes.ts";
import { messages, ownMessages } from "#contract/wire/messages.ts";
import { staffRoleOf } from "#contract/people/roles.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import type { Received } from "#contract/wire/endpoint.ts";
import { HttpError } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import { inTransaction } from "#server/platform/database.ts";
import { newSecret } from "#server/platform/mail/link-secret.ts";
import { type AccountRow, accountOfName, keepLanguage } from "./accounts.queries.ts";
import type { AttemptLimits } from "./attempt-limits.ts";
import { isPassword } from "./passwords.ts";
import { findFirstStep, storeFirstStep, useFirstStep } from "../sessions/session.queries.ts";
import { createSessions, placeOf } from "../sessions/sessions.ts";
import { takeCode } from "../staff/two-step.ts";

/** Claims the anonymous cart after a borrower's login. */
export type AfterLogin = (login: {
  userId: number;
  cartIdentifier: string | null;
}) => Promise<Pick<LoggedIn, "cartIdentifier" | "cartCount">>;

export type Origin = { language: LanguageCode; address: string; userAgent: string | undefined };

/** Time to find the phone and unlock it. */
const codeTimeoutMs = 5 * 60_000;

/** Creates both steps of a login: the password and, for an account that uses it, two-step verification. */
export function createLogin(parts: ConfiguredParts & { afterLogin: AfterLogin; limits: AttemptLimits }) {
  const { db, clock, limits, afterLogin } = parts;
  const sessions = createSessions(parts);

  const askForCode = async (userId: number, passwordHash: string): Promise<Refusal> => {
    const token = newSecret();
    const expiresAt = new Date(clock.now().getTime() + codeTimeoutMs);
    if (!(await storeFirstStep(db, { secret: token, userId, passwordHash, expiresAt }))) throw badLogin();
    return new Refusal({ kind: "code-required", token });
  };

  /** Starts a session after all checks; throws 401 if the password or two-step verification changed since. */
  const beginSession = async (account: AccountRow, { language, address, userAgent }: Origin) => {
    const { user_id: userId, password_hash: passwordHash, user_name: userName } = account;
    await keepLanguage(db, userId, language);
    // if two-step verification was just turned on, this login has not passed it
    const verified = { userId, place: placeOf(address, userAgent), hasPassedTwoStep: account.has_two_step };
    const session = passwordHash === null ? null : await sessions.start({ ...verified, passwordHash });
    if (!session) throw badLogin();
    return {
      token: session.token,
      sessionKey: session.sessionId,
      sessionNumber: session.sessionNumber,
      userId,
      userTypeId: account.user_type_id,
      userName,
      name: account.name ?? userName,
      borrowerId: account.borrower_id,
      role: staffRoleOf(account.role),
      idleMinutes: session.idleMinutes,
      scanSignals: account.scan_signals,
      cartIdentifier: null,
      cartCount: 0,
      blockReason: account.block_reason,
    };
  };

  return {
    sessions,
    /** Logs a user in, or throws 401. A wrong name, password, or user type look the same and take equally long. */
    async logIn({ userName, password, userTypeId, cartIdentifier }: Received<typeof login>["body"], origin: Origin) {
      await limits.passwordTry(userName, origin.address);
      await limits.nameTry(userName, origin.address, ownMessages.nameBlocked);
      const account = await accountOfName(db, userName);
      const isRight = await isPassword(password, account?.password_hash);
      if (!account?.password_hash || !isRight || account.user_type_id !== userTypeId) throw badLogin();
      if (account.has_two_step) throw await askForCode(account.user_id, account.password_hash);
      const session = await beginSession(account, origin);
      const cart =
        userTypeId === userTypes.user
          ? await afterLogin({ userId: session.userId, cartIdentifier: cartIdentifier || null })
          : {};
      await limits.passwordRight(userName, origin.address);
      return { ...session, ...cart };
    },
    /** Returns the account of a first step. Refuses one that expired, was used, or was ended by a new password. */
    async accountOf(token: string): Promise<AccountRow> {
      const userName = await findFirstStep(db, token, clock.now());
      const account = userName === undefined ? undefined : await accountOfName(db, userName);
      if (!account?.has_two_step) throw loginExpired();
      return account;
    },
    async passTwoStep(account: AccountRow, { code, token }: Received<typeof passTwoStep>["body"], origin: Origin) {
      const { user_id: userId, user_name: userName } = account;
      await limits.codeTry(userName, origin.address);
      await limits.codeOfNameTry(userName, origin.address, ownMessages.tooManyCodes);
      // uses up the first step before the code, so that two codes sent at once don't both count
      await inTransaction(db, async (tx) => {
        if (!(await useFirstStep(tx, token))) throw loginExpired();
        await takeCode({ ...parts, db: tx }, userId, code);
      });
      const session = await beginSession(account, origin);
      await limits.codeRight(userName, origin.address);
      await limits.passwordRight(userName, origin.address);
      return session;
    },
  };
}

const badLogin = () => new HttpError(401, messages.trouble.badLogin);

const loginExpired = () => new Refusal({ kind: "login-expired" });
