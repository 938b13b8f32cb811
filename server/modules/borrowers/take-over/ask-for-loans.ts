import { askedDays, askingLimits } from "#contract/borrowers/take-over.ts";
import type { Clock } from "#server/platform/clock.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { enqueueMail } from "#server/platform/mail/outbox.queries.ts";
import { hashOf, newSecret } from "#server/platform/mail/link-secret.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { askLetter } from "./take-over-letter.ts";
import { addRequest, colleagueToAsk, countAsks, lockAsker, mayBeAsked } from "./take-over.queries.ts";

const dayLength = 86_400_000; // ms

/**
 * Emails a colleague of the same school who has something out that a borrower would take it over; nothing where there is nobody
 * such, which looks the same. Refused when the borrower asked too often, is blocked, or has an unconfirmed email address.
 */
export async function askForLoans(
  { db, clock }: { db: Database; clock: Clock },
  borrowerId: number,
  emailAddress: string,
): Promise<void> {
  const at = clock.now();
  const since = new Date(at.getTime() - dayLength);
  await inTransaction(db, async (tx) => {
    const asker = found(await lockAsker(tx, borrowerId));
    if (asker.blocked_because !== "") throw new Refusal({ kind: "borrower-blocked", because: asker.blocked_because });
    // an email with a name that anybody can make up goes to nobody
    if (!asker.is_reached) throw new Refusal({ kind: "mailbox-unconfirmed" });
    if ((await countAsks(tx, borrowerId, since)) >= askingLimits.asks) throw new Refusal({ kind: "asks-full" });
    const colleague = await colleagueToAsk(tx, borrowerId, emailAddress);
    const limits = { since, most: askingLimits.emails };
    const asked =
      colleague && (await mayBeAsked(tx, colleague.borrower_id, borrowerId, limits)) ? colleague : undefined;
    const token = asked ? newSecret() : undefined;
    const tokenHash = token === undefined ? null : hashOf(token);
    await addRequest(tx, { by: borrowerId, of: asked, tokenHash, at });
    if (!asked) return;
    const { name, email_address: address, language } = asked;
    const letter = askLetter({ name: asker.name, emailAddress: asker.email_address, language }, `/user/give/${token}`);
    const expiresAt = new Date(at.getTime() + askedDays * dayLength);
    await enqueueMail(tx, { kind: "loans-asked", to: { name, address }, letter, at, expiresAt });
  });
}
