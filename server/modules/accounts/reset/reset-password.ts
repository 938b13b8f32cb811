import { Refusal, refusalOf } from "#server/refusals/refusal.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Configuration } from "#server/platform/configuration.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { passwordErrors } from "../accounts.rules.ts";
import { hashPassword } from "../credentials/passwords.ts";
import { revokeOtherSessions } from "../sessions/session.queries.ts";
import { proofOf, sha256 } from "./reset-secrets.ts";
import { isProven, resetOfToken, setPasswordHash, useReset } from "./reset.queries.ts";

type Parts = { db: Database; clock: Clock; configuration: Pick<Configuration, "passwordMinLength"> };

/** Resolves a link to its account and the proof for its bearer; refused when it was used, expired, or unknown. */
export async function checkReset({ db, clock }: Pick<Parts, "db" | "clock">, token: string) {
  const now = clock.now();
  const reset = await resetOfToken(db, sha256(token), now);
  if (!reset) throw new Refusal({ kind: "link-expired", link: "reset" });
  const seconds = Math.max(1, Math.floor((reset.expires_at.getTime() - now.getTime()) / 1000));
  return { userId: reset.user_id, proof: proofOf(token, reset.user_id), seconds };
}

/**
 * Sets a new password, once per link, for the bearer of the proof, and ends every session of the account. Returns the
 * user name.
 */
export async function resetPassword(
  { db, clock, configuration }: Parts,
  { userId, newPassword, proof }: { userId: number; newPassword: string; proof: string | undefined },
): Promise<string> {
  const proofHash = sha256(proof ?? "");
  // Before the hashing, which must not be triggered without a link.
  if (!(await isProven(db, userId, proofHash, clock.now()))) throw new Refusal({ kind: "link-expired", link: "reset" });
  const errors = passwordErrors("newPassword", newPassword, configuration.passwordMinLength);
  if (errors.length > 0) throw refusalOf(errors);
  const passwordHash = await hashPassword(newPassword);
  return inTransaction(db, async (tx) => {
    if (!(await useReset(tx, userId, proofHash, clock.now())))
      throw new Refusal({ kind: "link-expired", link: "reset" });
    // The account before its sessions: a login with the old password now waits, and then fails.
    const userName = await setPasswordHash(tx, userId, passwordHash);
    await revokeOtherSessions(tx, userId, null, clock.now());
    return userName;
  });
}
