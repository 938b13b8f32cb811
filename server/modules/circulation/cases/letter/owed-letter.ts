import type { LanguageCode } from "#contract/site/languages.ts";
import { type Part, partInWords, partsOf } from "#contract/titles/parts.ts";
import { centsOf, dollars } from "#contract/wire/money.ts";
import type { Letter } from "#server/platform/mail/letter/letter.ts";
import type { Owed, OwedItem } from "./owed.queries.ts";

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

/** The words of the letter with the itemized sum, to be printed or mailed. */
export function owedWords({ language, items }: Told) {
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
