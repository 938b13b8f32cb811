import {
  type CaseLetter,
  type LetterOutcome,
  sendCaseLetter as sendCall,
  sendCaseLetters as sendManyCall,
} from "#contract/desk/cases.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { dayOf } from "#server/platform/clock.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { enqueueMail } from "#server/platform/mail/outbox.queries.ts";
import { type Actor, type AuditedAction, recordAudit } from "#server/platform/record-audit.ts";
import { oneByOne } from "../../bulk/one-by-one.ts";
import { type Owed, owedBy, type OwedItem } from "./owed.queries.ts";
import { owedLetter, owedWords } from "./owed-letter.ts";

/** The letter about everything that is open of the borrower of a case. Refused when nothing is. */
export async function showCaseLetter(db: Database, caseId: number): Promise<CaseLetter> {
  return written(await openOnes(db, caseId));
}

/** The letters to the borrowers of these cases, each one. Who owes nothing anymore gets none. */
export async function showCaseLetters(db: Database, caseIds: readonly number[]) {
  const letters = new Map<number, CaseLetter & { caseId: number }>();
  for (const caseId of caseIds) {
    const owed = await owedBy(db, caseId);
    if (owed?.items && !letters.has(owed.borrower_id))
      letters.set(owed.borrower_id, { caseId, ...written({ ...owed, items: owed.items }) });
  }
  return [...letters.values()];
}

function written(owed: Owing): CaseLetter {
  return {
    language: owed.language,
    to: owed.ship_to,
    ...owedWords(owed),
    emailAddress: owed.email_address,
    obstacle: obstacleTo(owed),
    mailedAt: owed.mailed_at && new Date(owed.mailed_at).toISOString(),
  };
}

type Sending = { actor: Actor; timeZone: string; call?: AuditedAction["call"]; told?: Set<number> };

/** Mails the letters of these cases, each borrower one. */
export async function sendCaseLetters(
  db: Database,
  caseIds: readonly number[],
  by: Omit<Sending, "call" | "told">,
): Promise<LetterOutcome[]> {
  const [told, { call }] = [new Set<number>(), sendManyCall];
  const cases = [...new Set(caseIds)].map((caseId) => ({ caseId }));
  return oneByOne(cases, ({ caseId }) => sendCaseLetter(db, caseId, { ...by, call, told }));
}

/** Mails that letter; the same items once a day. `told` are the borrowers whose letter was written in this press. */
export async function sendCaseLetter(
  db: Database,
  caseId: number,
  { actor, timeZone, call = sendCall.call, told = new Set() }: Sending,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const owed = await openOnes(tx, caseId);
    if (told.has(owed.borrower_id)) return;
    if (obstacleTo(owed) !== "") throw new Refusal({ kind: "not-mailed" });
    const letter = owedLetter(owed);
    const to = { name: owed.name, address: owed.email_address };
    const items = owed.items.map(({ case_id, cost_cents }) => [case_id, cost_cents]);
    const onceKey = JSON.stringify(["open-cases", owed.borrower_id, dayOf(actor.at, timeZone), items]);
    const isWritten = await enqueueMail(tx, { kind: "open-cases", to, letter, at: actor.at, onceKey });
    if (!isWritten) throw new Refusal({ kind: "mailed-today" });
    const { order_id: orderId } = owed;
    const after = { "Letter mailed to": owed.email_address, Sum: owedWords(owed).sum.value };
    const thing = { kind: "order" as const, subjectId: orderId, label: `Order ${orderId}` };
    await recordAudit(tx, actor, { call, ...thing, before: null, after });
    told.add(owed.borrower_id);
  });
}

type Owing = Omit<Owed, "items"> & { items: OwedItem[] };

async function openOnes(db: Database, caseId: number): Promise<Owing> {
  const { items, ...owed } = found(await owedBy(db, caseId));
  if (!items) throw new Refusal({ kind: "nothing-owed" });
  return { ...owed, items };
}

/** Why no mail reaches this borrower; empty when it does. */
function obstacleTo({ is_read: isRead, is_confirmed: isConfirmed }: Pick<Owed, "is_read" | "is_confirmed">): string {
  if (!isRead) return "Nobody can log in to this account, so it gets no emails.";
  return isConfirmed ? "" : "The borrower hasn’t confirmed this email address.";
}
