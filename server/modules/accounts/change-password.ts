import { refusalOf, refusalOfField } from "#server/refusals/refusal.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Configuration } from "#server/platform/configuration.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { passwordHashOf, replacePasswordHash } from "./accounts.queries.ts";
import { passwordErrors } from "./accounts.rules.ts";
import { hashPassword, isPassword } from "./credentials/passwords.ts";
import { voidReset } from "./reset/reset.queries.ts";
import { revokeOtherSessions } from "./sessions/session.queries.ts";

type Parts = { db: Database; clock: Clock; configuration: Pick<Configuration, "passwordMinLength"> };

/**
 * Changes the caller's password, ends their other sessions, and voids a pending reset link. The calling session
 * continues: its user has just proved the password.
 */
export async function changePassword(
  { db, clock, configuration }: Parts,
  session: { userId: number; sessionId: string },
  { password, newPassword }: { password: string; newPassword: string },
): Promise<void> {
  const old = await passwordHashOf(db, session.userId);
  if (!(await isPassword(password, old)) || !old) throw wrongPassword();
  const errors = passwordErrors("newPassword", newPassword, configuration.passwordMinLength);
  if (errors.length > 0) throw refusalOf(errors);
  const replacement = await hashPassword(newPassword);
  await inTransaction(db, async (tx) => {
    // The account first: a login with the old password now waits, and then fails.
    if (!(await replacePasswordHash(tx, session.userId, old, replacement))) throw wrongPassword();
    await voidReset(tx, session.userId);
    await revokeOtherSessions(tx, session.userId, session.sessionId, clock.now());
  });
}

const wrongPassword = () => refusalOfField({ kind: "wrong-password" }, "password");
