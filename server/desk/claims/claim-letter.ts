import {
  type ClaimLetter,
  type LetterOutcome,
  sendClaimLetter as sendCall,
  sendClaimLetters as sendManyCall,
} from "#contract/desk/claims.ts";
import { found } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { dayOf } from "#server/platform/clock.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { enqueueMail } from "#server/platform/mail/outbox.queries.ts";
import { type Actor, type LoggedAction, recordActivity } from "#server/platform/record-activity.ts";
import { oneByOne } from "#server/refusals/http-error.ts";
import { type Owed, owedBy } from "./claims.queries.ts";
import type { OwedItem } from "#server/orders/public.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import { type Part, partInWords, partsOf } from "#contract/catalog/parts.ts";
import { centsOf, dollars } from "#contract/wire/money.ts";
import { type Letter, letterOf } from "#server/platform/mail/letter/letter.ts";

/** Writes the letter about everything the borrower of a claim owes. Rejects borrowers who owe nothing. */
export async function showClaimLetter(db: Database, claimId: number): Promise<ClaimLetter> {
  return writeLetter(await owedItems(db, claimId));
}

/** Writes one letter for each borrower of these claims. Borrowers who owe nothing get none. */
export async function showClaimLetters(db: Database, claimIds: readonly number[]) {
  const letters = new Map<number, ClaimLetter & { claimId: number }>();
  for (const claimId of claimIds) {
    const owed = await owedBy(db, claimId);
    if (owed?.items && !letters.has(owed.borrower_id))
      letters.set(owed.borrower_id, { claimId, ...writeLetter({ ...owed, items: owed.items }) });
  }
  return [...letters.values()];
}

function writeLetter(owed: OwedItems): ClaimLetter {
  return {
    language: owed.language,
    to: owed.ship_to,
    ...owedWords(owed),
    emailAddress: owed.email_address,
    obstacle: obstacleTo(owed),
    mailedAt: owed.mailed_at && new Date(owed.mailed_at).toISOString(),
  };
}

type Sending = { actor: Actor; timeZone: string; call?: LoggedAction["call"]; mailed?: Set<number> };

export async function sendClaimLetters(
  db: Database,
  claimIds: readonly number[],
  by: Omit<Sending, "call" | "mailed">,
): Promise<LetterOutcome[]> {
  const [mailed, { call }] = [new Set<number>(), sendManyCall];
  const claims = [...new Set(claimIds)].map((claimId) => ({ claimId }));
  return oneByOne(claims, ({ claimId }) => sendClaimLetter(db, claimId, { ...by, call, mailed }));
}

/** Emails the letter, at most once a day for the same items. Skips `mailed` borrowers, who got theirs in this call. */
export async function sendClaimLetter(
  db: Database,
  claimId: number,
  { actor, timeZone, call = sendCall.call, mailed = new Set() }: Sending,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const owed = await owedItems(tx, claimId);
    if (mailed.has(owed.borrower_id)) return;
    if (obstacleTo(owed) !== "") throw new Refusal({ kind: "not-mailed" });
    const letter = owedLetter(owed);
    const to = { borrowerId: owed.borrower_id, address: owed.email_address };
    const items = owed.items.map(({ claim_id, cost_cents }) => [claim_id, cost_cents]);
    const onceKey = JSON.stringify(["open-claims", owed.borrower_id, dayOf(actor.at, timeZone), items]);
    const isWritten = await enqueueMail(tx, { kind: "open-claims", to, letter, at: actor.at, onceKey });
    if (!isWritten) throw new Refusal({ kind: "mailed-today" });
    const { order_id: orderId } = owed;
    const after = { "Letter emailed to": owed.email_address, Total: owedWords(owed).sum.value };
    const subject = { kind: "order" as const, subjectId: orderId, label: `Order ${orderId}` };
    await recordActivity(tx, actor, { call, ...subject, before: null, after });
    mailed.add(owed.borrower_id);
  });
}

type OwedItems = Omit<Owed, "items"> & { items: OwedItem[] };

async function owedItems(db: Database, claimId: number): Promise<OwedItems> {
  const { items, ...owed } = found(await owedBy(db, claimId));
  if (!items) throw new Refusal({ kind: "nothing-owed" });
  return { ...owed, items };
}

/** Says why a borrower can't be emailed; empty if they can. */
function obstacleTo({ is_read: isRead }: Pick<Owed, "is_read">): string {
  return isRead ? "" : "Nobody can log in to this account, so we can’t email it.";
}

const english = {
  subject: "Lost or damaged library materials",
  preview: (sum: string) => `Amount owed: ${sum}.`,
  heading: "Lost or damaged materials",
  text: "Our records show that these library materials from your orders are lost, damaged, or incomplete. Please pay their replacement cost to the library’s office, or write to us about replacing them.",
  kinds: { lost: "lost", damaged: "damaged", "parts missing": "parts missing" },
  item: ({ title, sku_number: sku, copy_number: copy, order_id: order }: OwedItem, kind: string) =>
    `${title}, #${sku} copy ${copy}, order #${order} (${kind})`,
  open: "to be determined",
  sum: "Total",
  office: "The library’s office",
  note: "Have you found them, or already sent them back? Please let us know, and we’ll look again.",
};

const spanish: typeof english = {
  subject: "Materiales de la biblioteca perdidos o dañados",
  preview: (sum) => `Monto pendiente: ${sum}.`,
  heading: "Materiales perdidos o dañados",
  text: "Según nuestros registros, estos materiales de sus pedidos se perdieron, se dañaron o están incompletos. Por favor, pague el costo de reposición en la oficina de la biblioteca, o escríbanos para reponerlos.",
  kinds: { lost: "perdido", damaged: "dañado", "parts missing": "faltan piezas" },
  item: ({ title, sku_number: sku, copy_number: copy, order_id: order }, kind) =>
    `${title}, #${sku} ejemplar ${copy}, pedido núm. ${order} (${kind})`,
  open: "por determinar",
  sum: "Monto total",
  office: "Oficina de la biblioteca",
  note: "¿Ya los encontró o los devolvió? Avísenos, por favor, y volveremos a buscar.",
};

const wordsIn = (language: LanguageCode) => ({ en: english, es: spanish })[language];

type LetterFacts = Pick<Owed, "language"> & { items: readonly OwedItem[] };

function owedWords({ language, items }: LetterFacts) {
  const words = wordsIn(language);
  const cents = items.reduce((sum, item) => sum + item.cost_cents, 0);
  return {
    subject: words.subject,
    heading: words.heading,
    text: words.text,
    items: items.map((item) => ({
      name: words.item(item, [words.kinds[item.kind], inWords(item.parts)].filter(Boolean).join(": ")),
      value: item.cost_cents === 0 ? words.open : dollars(item.cost_cents),
    })),
    sum: { name: words.sum, value: cents === 0 ? words.open : dollars(cents) },
    office: words.office,
    note: words.note,
  };
}

/** Names missing parts, with their costs where known: "1 DVD $24.50, 2 cards $1.00". */
function inWords(parts: string): string {
  const withCost = (part: Part) => [partInWords(part), part.cost && dollars(part.count * centsOf(part.cost))];
  return partsOf(parts)
    .map((part) => withCost(part).filter(Boolean).join(" "))
    .join(", ");
}

export function owedLetter(owed: LetterFacts): Letter {
  const { subject, heading, text, items, sum, office, note } = owedWords(owed);
  return letterOf(owed.language, { subject, heading, preview: wordsIn(owed.language).preview(sum.value) }, [
    { is: "text", text },
    { is: "list", items: items.map(({ name, value }) => `${name}: ${value}`) },
    { is: "facts", facts: [sum] },
    { is: "postal address", label: office },
    { is: "note", text: note },
  ]);
}
