import type { ReturnedTitle } from "../loans.queries.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import { dayInWords, type Letter } from "#server/platform/mail/letter/letter.ts";
import { titleInWords } from "./order-letters.ts";
import type { OrderFacts } from "./order-facts.queries.ts";

const english = {
  subject: (id: number, due: string) => `Your order #${id} is now due ${due}`,
  preview: "The due date has changed.",
  heading: (due: string) => `Now due ${due}`,
  part: (id: number, due: string) => `Part of your order #${id} is now due ${due}`,
  partHeading: (due: string) => `One item is now due ${due}`,
  partText: (due: string) =>
    `The due date of one item in your order has changed. The rest keeps its due date. Please return this item by ${due}:`,
  text: (due: string) => `The due date of your order has changed. Please return these items by ${due}:`,
  note: "The attached file updates the date in your calendar.",
  viewOrder: "View your order",
  calendar: (id: number) => `Library order #${id} is due back`,
};

const spanish: typeof english = {
  subject: (id, due) => `Su pedido n.º ${id} ahora debe devolverse el ${due}`,
  preview: "Cambió la fecha límite de devolución.",
  heading: (due) => `Nueva fecha límite: ${due}`,
  part: (id, due) => `Una parte de su pedido n.º ${id} ahora debe devolverse el ${due}`,
  partHeading: (due) => `Nueva fecha límite para un material: ${due}`,
  partText: (due) =>
    `Cambió la fecha límite de devolución de un material de su pedido. Las demás fechas no cambian. Devuelva este a más tardar el ${due}:`,
  text: (due) => `Cambió la fecha límite de devolución de su pedido. Devuelva lo siguiente a más tardar el ${due}:`,
  note: "El archivo adjunto actualiza la fecha en su calendario.",
  viewOrder: "Ver su pedido",
  calendar: (id) => `Devolver el pedido n.º ${id} a la biblioteca`,
};

const wordsIn = (language: LanguageCode) => ({ en: english, es: spanish })[language];

export function dueChangedLetter(
  order: OrderFacts & { return_date: string },
  titles: readonly ReturnedTitle[],
  copyId?: number,
): Letter {
  const { order_id: id, language, return_date: day, lines } = order;
  const words = wordsIn(language);
  const due = dayInWords(day, language);
  const out = titles.filter(({ loan }) => loan === "out");
  const items = (titles.length === 0 ? lines : out).map(titleInWords);
  return {
    language,
    subject: copyId === undefined ? words.subject(id, due) : words.part(id, due),
    preview: words.preview,
    heading: copyId === undefined ? words.heading(due) : words.partHeading(due),
    blocks: [
      { is: "text", text: copyId === undefined ? words.text(due) : words.partText(due) },
      { is: "list", items },
      { is: "button", label: words.viewOrder, path: `/user/vieworder/${id}` },
      { is: "note", text: words.note },
    ],
    calendar: {
      uid: copyId === undefined ? `order-${id}-due` : `order-${id}-copy-${copyId}-due`,
      day,
      summary: words.calendar(id),
      description: items.join("\n"),
    },
  };
}
