import { Refusal } from "#server/refusals/refusal.ts";
import { inTransaction, type Transaction } from "#server/platform/database.ts";
import { enqueueMail } from "#server/platform/mail/outbox.queries.ts";
import { hashOf, newSecret } from "#server/platform/mail/link-secret.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import { welcomeLetter } from "./mailbox-letters.ts";
import { linkDays } from "./link-days.rules.ts";
import { type BorrowerMailbox, confirmMailbox, mailboxOfUser, storeMailboxLink } from "./mailbox.queries.ts";

/** A new link that confirms a borrower's address: its path, for a mail to that address, and when it is over. */
export async function newMailboxLink(
  tx: Transaction,
  { borrowerId, address }: { borrowerId: number; address: string },
  at: Date,
): Promise<{ path: string; expiresAt: Date }> {
  const token = newSecret();
  const expiresAt = new Date(at.getTime() + linkDays * 24 * 60 * 60 * 1000);
  await storeMailboxLink(tx, { tokenHash: hashOf(token), borrowerId, address, expiresAt });
  return { path: `/user/confirm-email/${token}`, expiresAt };
}

/** Confirms the mailbox that the link was sent to, which is welcomed once; following it again changes nothing. */
export async function followMailboxLink(parts: ConfiguredParts<"loanDays">, token: string): Promise<void> {
  const { db, clock, configuration } = parts;
  const now = clock.now();
  await inTransaction(db, async (tx) => {
    const confirmed = await confirmMailbox(tx, hashOf(token), now);
    if (!confirmed) throw new Refusal({ kind: "link-expired", link: "mailbox" });
    const reader = confirmed.is_first && (await mailboxOfUser(tx, confirmed.user_id));
    if (reader) await welcome(tx, reader, configuration, now);
  });
}

async function welcome(tx: Transaction, to: BorrowerMailbox, { loanDays }: { loanDays: number }, at: Date) {
  const { borrower_id: borrowerId, user_name: userName, name, email_address: address, language } = to;
  const letter = welcomeLetter({ userName, language }, loanDays);
  // an address that changed later is confirmed again, but its reader was welcomed
  const onceKey = JSON.stringify(["welcome", borrowerId]);
  await enqueueMail(tx, { kind: "welcome", to: { name, address }, letter, at, onceKey });
}
