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
import type { Letter } from "#server/platform/mail/letter/letter.ts";

/** The letter about everything that is open of the borrower of a claim. Refused when nothing is. */
export async function showClaimLetter(db: Database, claimId: number): Promise<ClaimLetter> {
  return written(await openOnes(db, claimId));
}

/** The letters to the borrowers of these claims, each one. Who owes nothing anymore gets none. */
export async function showClaimLetters(db: Database, claimIds: readonly number[]) {
  const letters = new Map<number, ClaimLetter & { claimId: number }>();
  for (const claimId of claimIds) {
    const owed = await owedBy(db, claimId);
    if (owed?.items && !letters.has(owed.borrower_id))
      letters.set(owed.borrower_id, { claimId, ...written({ ...owed, items: owed.items }) });
  }
  return [...letters.values()];
}

function written(owed: Owing): ClaimLetter {
  return {
    language: owed.language,
    to: owed.ship_to,
    ...owedWords(owed),
    emailAddress: owed.email_address,
    obstacle: obstacleTo(owed),
    mailedAt: owed.mailed_at && new Date(owed.mailed_at).toISOString(),
  };
}

type Sending = { actor: Actor; timeZone: string; call?: LoggedAction["call"]; told?: Set<number> };

export async function sendClaimLetters(
  db: Database,
  claimIds: readonly number[],
  by: Omit<Sending, "call" | "told">,
): Promise<LetterOutcome[]> {
  const [told, { call }] = [new Set<number>(), sendManyCall];
  const claims = [...new Set(claimIds)].map((claimId) => ({ claimId }));
  return oneByOne(claims, ({ claimId }) => sendClaimLetter(db, claimId, { ...by, call, told }));
}

/** Mails that letter; the same items once a day. `told` are the borrowers whose letter was written in this press. */
export async function sendClaimLetter(
  db: Database,
  claimId: number,
  { actor, timeZone, call = sendCall.call, told = new Set() }: Sending,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const owed = await openOnes(tx, claimId);
    if (told.has(owed.borrower_id)) return;
    if (obstacleTo(owed) !== "") throw new Refusal({ kind: "not-mailed" });
    const letter = owedLetter(owed);
    const to = { name: owed.name, address: owed.email_address };
    const items = owed.items.map(({ claim_id, cost_cents }) => [claim_id, cost_cents]);
    const onceKey = JSON.stringify(["open-claims", owed.borrower_id, dayOf(actor.at, timeZone), items]);
    const isWritten = await enqueueMail(tx, { kind: "open-claims", to, letter, at: actor.at, onceKey });
    if (!isWritten) throw new Refusal({ kind: "mailed-today" });
    const { order_id: orderId } = owed;
    const after = { "Letter mailed to": owed.email_address, Sum: owedWords(owed).sum.value };
    const thing = { kind: "order" as const, subjectId: orderId, label: `Order ${orderId}` };
    await recordActivity(tx, actor, { call, ...thing, before: null, after });
    told.add(owed.borrower_id);
  });
}

type Owing = Omit<Owed, "items"> & { items: OwedItem[] };

async function openOnes(db: Database, claimId: number): Promise<Owing> {
  const { items, ...owed } = found(await owedBy(db, claimId));
  if (!items) throw new Refusal({ kind: "nothing-owed" });
  return { ...owed, items };
}

/** Why no mail reaches this borrower; empty when it does. */
function obstacleTo({ is_read: isRead, is_confirmed: isConfirmed }: Pick<Owed, "is_read" | "is_confirmed">): string {
  if (!isRead) return "Nobody can log in to this account, so it gets no emails.";
  return isConfirmed ? "" : "The borrower hasn’t confirmed this email address.";
}

const english = {
  subject: "Library materials that are lost or damaged",
  preview: (sum: string) => `Open: ${sum}.`,
  heading: "Lost or damaged materials",
  text: "Our records show that these library materials from your orders are lost, damaged, or incomplete. Please pay their replacement cost to the library’s office, or write to us about replacing them.",
  kinds: { lost: "lost", damaged: "damaged", "parts missing": "parts missing" },
  item: ({ title, sku_number: sku, copy_number: copy, order_id: order }: OwedItem, kind: string) =>
    `${title}, #${sku} copy ${copy}, order #${order} (${kind})`,
  open: "to be agreed",
  sum: "Total",
  office: "The library’s office",
  note: "Have you found it, or sent it back already? Please tell us, and we’ll look again.",
};

const spanish: typeof english = {
  subject: "Materiales de la biblioteca perdidos o dañados",
  preview: (sum) => `Pendiente: ${sum}.`,
  heading: "Materiales perdidos o dañados",
  text: "Según nuestros registros, estos materiales de sus pedidos se perdieron, se dañaron o están incompletos. Pague el costo de reposición en la oficina de la biblioteca, o escríbanos para reponerlos, por favor.",
  kinds: { lost: "perdido", damaged: "dañado", "parts missing": "faltan partes" },
  item: ({ title, sku_number: sku, copy_number: copy, order_id: order }, kind) =>
    `${title}, #${sku} ejemplar ${copy}, pedido n.º ${order} (${kind})`,
  open: "por acordar",
  sum: "Suma",
  office: "Oficina de la biblioteca",
  note: "¿Lo encontró o ya lo devolvió? Avísenos, por favor, y volveremos a buscar.",
};

const wordsIn = (language: LanguageCode) => ({ en: english, es: spanish })[language];

type Told = Pick<Owed, "language"> & { items: readonly OwedItem[] };

function owedWords({ language, items }: Told) {
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

/** Missing parts, each with its cost where that is known: "1 DVD $24.50, 2 cards $1.00". */
function inWords(parts: string): string {
  const withCost = (part: Part) => [partInWords(part), part.cost && dollars(part.count * centsOf(part.cost))];
  return partsOf(parts)
    .map((part) => withCost(part).filter(Boolean).join(" "))
    .join(", ");
}

export function owedLetter(owed: Told): Letter {
  const { subject, heading, text, items, sum, office, note } = owedWords(owed);
  return {
    language: owed.language,
    subject,
    preview: wordsIn(owed.language).preview(sum.value),
    heading,
    blocks: [
      { is: "text", text },
      { is: "list", items: items.map(({ name, value }) => `${name}: ${value}`) },
      { is: "facts", facts: [sum] },
      { is: "postal address", label: office },
      { is: "note", text: note },
    ],
  };
}
