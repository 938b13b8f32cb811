import { type CaseLetter, sendCaseLetter as sendCall } from "#contract/desk/cases.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { dayOf } from "#server/platform/clock.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { enqueueMail } from "#server/platform/mail/outbox.queries.ts";
import { type Actor, recordAudit } from "#server/platform/record-audit.ts";
import { type Owed, owedBy } from "./owed.queries.ts";
import { owedLetter, owedWords } from "./owed-letter.ts";

/** The letter about everything that is open of the borrower of a case. Refused when nothing is. */
export async function showCaseLetter(db: Database, caseId: number): Promise<CaseLetter> {
  const owed = await openOnes(db, caseId);
  return {
    language: owed.language,
    to: owed.ship_to,
    ...owedWords(owed),
    emailAddress: owed.email_address,
    obstacle: obstacleTo(owed),
  };
}

/** Mails that letter; the same items once a day. */
export async function sendCaseLetter(db: Database, caseId: number, actor: Actor, timeZone: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const owed = await openOnes(tx, caseId);
    if (obstacleTo(owed) !== "") throw new Refusal({ kind: "not-mailed" });
    const letter = owedLetter(owed);
    const to = { name: owed.name, address: owed.email_address };
    const items = owed.items.map(({ case_id, cost_cents }) => [case_id, cost_cents]);
    const onceKey = JSON.stringify(["open-cases", owed.borrower_id, dayOf(actor.at, timeZone), items]);
    const isWritten = await enqueueMail(tx, { kind: "open-cases", to, letter, at: actor.at, onceKey });
    if (!isWritten) throw new Refusal({ kind: "not-mailed" });
    const { order_id: orderId } = owed;
    const after = { "Letter mailed to": owed.email_address, Sum: owedWords(owed).sum.value };
    const thing = { kind: "order" as const, subjectId: orderId, label: `Order ${orderId}` };
    await recordAudit(tx, actor, { call: sendCall.call, ...thing, before: null, after });
  });
}

async function openOnes(db: Database, caseId: number) {
  const { items, ...owed } = found(await owedBy(db, caseId));
  if (!items) throw new Refusal({ kind: "nothing-owed" });
  return { ...owed, items };
}

/** Why no mail reaches this borrower; empty when it does. */
function obstacleTo({ is_read: isRead, is_confirmed: isConfirmed }: Pick<Owed, "is_read" | "is_confirmed">): string {
  if (!isRead) return "Nobody can log in to this account, so it gets no emails.";
  return isConfirmed ? "" : "The borrower hasn’t confirmed this email address.";
}
