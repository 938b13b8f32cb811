import { refusalOfField } from "#server/refusals/refusal.ts";
import { inTransaction, type Transaction } from "#server/platform/database.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import { passwordHashOf, replacePasswordHash } from "./accounts.queries.ts";
import { namesAround } from "./credentials/password-words.queries.ts";
import { checkNewPassword, hashPassword, isPassword } from "./credentials/passwords.ts";
import { mailboxOfUser } from "./mailbox/mailbox.queries.ts";
import { tellMailbox } from "./mailbox/write-mailbox-mail.ts";
import { voidReset } from "./reset/reset.queries.ts";
import { revokeOtherSessions } from "./sessions/session.queries.ts";

/**
 * Changes the caller's password, ends their other sessions, and voids a pending reset link. The calling session
 * continues: its user has just proved the password. `also` is done with it, or nothing is.
 */
export async function changePassword(
  { db, clock, configuration }: ConfiguredParts<"passwordMinLength">,
  session: { userId: number; sessionId: string },
  { password, newPassword }: { password: string; newPassword: string },
  also: (tx: Transaction) => Promise<void> = async () => undefined,
): Promise<void> {
  const old = await passwordHashOf(db, session.userId);
  if (!(await isPassword(password, old)) || !old) throw wrongPassword();
  const names = await namesAround(db, session.userId);
  await checkNewPassword("newPassword", newPassword, { least: configuration.passwordMinLength, names });
  const replacement = await hashPassword(newPassword);
  await inTransaction(db, async (tx) => {
    // The account first: a login with the old password now waits, and then fails.
    if (!(await replacePasswordHash(tx, session.userId, old, replacement))) throw wrongPassword();
    await voidReset(tx, session.userId);
    await revokeOtherSessions(tx, session.userId, session.sessionId, clock.now());
    const mailbox = await mailboxOfUser(tx, session.userId);
    if (mailbox) await tellMailbox(tx, "password changed", mailbox, clock.now());
    await also(tx);
  });
}

export const wrongPassword = () => refusalOfField({ kind: "wrong-password" }, "password");
