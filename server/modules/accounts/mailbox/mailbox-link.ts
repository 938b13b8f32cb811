import { createHash, randomBytes } from "node:crypto";
import { Refusal } from "#server/refusals/refusal.ts";
import type { Transaction } from "#server/platform/database.ts";
import type { Parts } from "#server/parts.ts";
import { confirmMailbox, storeMailboxLink } from "./mailbox.queries.ts";

/** How long a link works, in days. */
export const linkDays = 14;

/** A new link that confirms a borrower's address: its path, for a mail to that address, and when it is over. */
export async function newMailboxLink(
  tx: Transaction,
  { borrowerId, address }: { borrowerId: number; address: string },
  at: Date,
): Promise<{ path: string; expiresAt: Date }> {
  const token = randomBytes(32).toString("base64url");
  const expiresAt = new Date(at.getTime() + linkDays * 24 * 60 * 60 * 1000);
  await storeMailboxLink(tx, { tokenHash: hashOf(token), borrowerId, address, expiresAt });
  return { path: `/user/confirm-email/${token}`, expiresAt };
}

/** Confirms the mailbox that the link was sent to; following it again changes nothing. */
export async function followMailboxLink({ db, clock }: Parts, token: string): Promise<void> {
  if (!(await confirmMailbox(db, hashOf(token), clock.now())))
    throw new Refusal({ kind: "link-expired", link: "mailbox" });
}

/** The stored hash of a link's secret: 256 random bits cannot be guessed, so it need not be slow. */
const hashOf = (token: string) => createHash("sha256").update(token).digest();
