import type { ConfiguredParts } from "#server/parts.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { type AccountRow, accountOfName } from "../../accounts.queries.ts";
import { signingKeys } from "../../keys/signing-keys.ts";
import { sha256 } from "../../reset/reset-secrets.ts";
import { readFirstStep, signFirstStep } from "../../sessions/tokens.ts";

const patience = 5 * 60_000; // ms, to find the phone and unlock it

export type FirstSteps = ReturnType<typeof createFirstSteps>;

/** What leads from the first step of a login to the second: a token for this account and this password. */
export function createFirstSteps({ db, clock, configuration }: ConfiguredParts<"tokenKeys">) {
  const keys = signingKeys({ db, clock, configuration });
  return {
    /** Asks an account whose password was right for its second step. */
    askForCode: async ({ user_name: userName, password_hash: hash }: AccountRow): Promise<Refusal> => {
      const now = clock.now();
      const times = { now, expiresAt: new Date(now.getTime() + patience) };
      const token = await signFirstStep(await keys(), { userName, mark: markOf(hash) }, times);
      return new Refusal({ kind: "code-required", token });
    },
    /** Whose password was right; refused when that is long ago, or the password was changed since. */
    accountOf: async (token: string): Promise<AccountRow> => {
      const proven = await readFirstStep(await keys(), token, clock.now());
      const account = proven && (await accountOfName(db, proven.userName));
      if (!account?.has_second_step || markOf(account.password_hash) !== proven?.mark)
        throw new Refusal({ kind: "login-expired" });
      return account;
    },
  };
}

/** Of a hash with a random salt, so it tells nothing; null, for a disabled account, is no one's. */
const markOf = (passwordHash: string | null) =>
  passwordHash === null ? "" : sha256(passwordHash).toString("base64url");
