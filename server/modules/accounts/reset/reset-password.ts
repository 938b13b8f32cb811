import { Refusal } from "#server/refusals/refusal.ts";
import { inTransaction } from "#server/platform/database.ts";
import type { ConfiguredParts, Parts } from "#server/parts.ts";
import { namesAround } from "../credentials/password-words.queries.ts";
import { checkNewPassword, hashPassword } from "../credentials/passwords.ts";
import { confirmMailboxOfUser, mailboxOfUser } from "../mailbox/mailbox.queries.ts";
import { tellMailbox } from "../mailbox/write-mailbox-mail.ts";
import { revokeOtherSessions } from "../sessions/session.queries.ts";
import { proofOf, sha256 } from "./reset-secrets.ts";
import { isProven, resetOfToken, setPasswordHash, useReset } from "./reset.queries.ts";

/** Resolves a link to its account and the proof for its bearer; refused when it was used, expired, or unknown. */
export async function checkReset({ db, clock }: Parts, token: string) {
  const now = clock.now();
  const reset = await resetOfToken(db, sha256(token), now);
  if (!reset) throw linkExpired();
  const seconds = Math.max(1, Math.floor((reset.expires_at.getTime() - now.getTime()) / 1000));
  return { userId: reset.user_id, userName: reset.user_name, proof: proofOf(token, reset.user_id), seconds };
}

/**
 * Sets a new password, once per link, for the bearer of the proof, and ends every session of the account. Returns
 * whose it is.
 */
export async function resetPassword(
  { db, clock, configuration }: ConfiguredParts<"passwordMinLength">,
  { userId, newPassword, proof }: { userId: number; newPassword: string; proof: string | undefined },
) {
  const proven = () => ({ userId, proofHash: sha256(proof ?? ""), now: clock.now() });
  // Before the hashing, which must not be triggered without a link.
  if (!(await isProven(db, proven()))) throw linkExpired();
  const names = await namesAround(db, userId);
  await checkNewPassword("newPassword", newPassword, { least: configuration.passwordMinLength, names });
  const passwordHash = await hashPassword(newPassword);
  return inTransaction(db, async (tx) => {
    if (!(await useReset(tx, proven()))) throw linkExpired();
    // The account before its sessions: a login with the old password now waits, and then fails.
    const owner = await setPasswordHash(tx, userId, passwordHash);
    await revokeOtherSessions(tx, userId, null, clock.now());
    await confirmMailboxOfUser(tx, userId, clock.now()); // the link was sent there
    const mailbox = await mailboxOfUser(tx, userId);
    if (mailbox) await tellMailbox(tx, "password changed", mailbox, clock.now());
    return owner;
  });
}

const linkExpired = () => new Refusal({ kind: "link-expired", link: "reset" });
