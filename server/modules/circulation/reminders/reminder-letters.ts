import type { LanguageCode } from "#contract/site/languages.ts";
import { type Block, dayInWords, type Letter } from "#server/platform/mail/letter/letter.ts";
import { backTo, titleInWords } from "../letters/order-letters.ts";
import type { OutOrder } from "./reminders.queries.ts";

const english = {
  viewOrder: (id: number) => `View order #${id}`,
  dueSoon: {
    subject: (id: number, due: string) => `Order #${id} is due back ${due}`,
    preview: "Please send it back in time.",
    heading: (due: string) => `Due back ${due}`,
    text: (id: number, due: string) => `A friendly reminder: your order #${id} is due back on ${due}.`,
    note: "Please insure the package and use a carrier that tracks it. Already on its way? You’re all set.",
  },
  oneOverdue: (id: number) => ({
    subject: `Order #${id} is overdue`,
    preview: "Please send it back as soon as you can.",
    heading: "Your order is overdue",
  }),
  someOverdue: (n: number) => ({
    subject: `${n} orders are overdue`,
    preview: "Please send them back as soon as you can.",
    heading: "Your orders are overdue",
  }),
  overdue: {
    text: "Others are waiting for these materials. Please send them back as soon as you can.",
    order: (id: number, due: string) => `Order #${id}, due ${due}`,
    note: "Already on its way? You’re all set. Is something lost or damaged? Please write to us.",
  },
};

const spanish: typeof english = {
  viewOrder: (id) => `Ver el pedido n.º ${id}`,
  dueSoon: {
    subject: (id, due) => `El pedido n.º ${id} debe devolverse el ${due}`,
    preview: "Devuélvalo a tiempo, por favor.",
    heading: (due) => `Fecha límite de devolución: ${due}`,
    text: (id, due) => `Le recordamos que su pedido n.º ${id} debe devolverse a más tardar el ${due}.`,
    note: "Asegure el paquete y use una empresa de mensajería que permita rastrearlo. ¿Ya va en camino? Entonces no tiene que hacer nada más.",
  },
  oneOverdue: (id) => ({
    subject: `El pedido n.º ${id} está vencido`,
    preview: "Devuélvalo lo antes posible, por favor.",
    heading: "Su pedido está vencido",
  }),
  someOverdue: (n) => ({
    subject: `${n} pedidos están vencidos`,
    preview: "Devuélvalos lo antes posible, por favor.",
    heading: "Sus pedidos están vencidos",
  }),
  overdue: {
    text: "Otras personas esperan estos materiales. Devuélvalos lo antes posible, por favor.",
    order: (id, due) => `Pedido n.º ${id}, debía devolverse el ${due}`,
    note: "¿Ya va en camino? Entonces no tiene que hacer nada más. ¿Se perdió o se dañó algo? Escríbanos, por favor.",
  },
};

const wordsIn = (language: LanguageCode) => ({ en: english, es: spanish })[language];

export function dueSoonLetter({ order_id: id, return_date: day, language, lines }: OutOrder): Letter {
  const { dueSoon } = wordsIn(language);
  const due = dayInWords(day, language);
  return {
    language,
    subject: dueSoon.subject(id, due),
    preview: dueSoon.preview,
    heading: dueSoon.heading(due),
    blocks: [
      { is: "text", text: dueSoon.text(id, due) },
      { is: "list", items: lines.map(titleInWords) },
      view(id, language),
      backTo(language),
      { is: "note", text: dueSoon.note },
    ],
  };
}

/** One email about everything a borrower has overdue. */
export function overdueLetter(orders: readonly [OutOrder, ...OutOrder[]]): Letter {
  const [{ order_id: first, language }] = orders;
  const { oneOverdue, someOverdue, overdue } = wordsIn(language);
  return {
    language,
    ...(orders.length === 1 ? oneOverdue(first) : someOverdue(orders.length)),
    blocks: [
      { is: "text", text: overdue.text },
      ...orders.flatMap(({ order_id: id, return_date: day, lines }): Block[] => [
        { is: "heading", text: overdue.order(id, dayInWords(day, language)) },
        { is: "list", items: lines.map(titleInWords) },
        view(id, language),
      ]),
      backTo(language),
      { is: "note", text: overdue.note },
    ],
  };
}

function view(orderId: number, language: LanguageCode): Block {
  return { is: "button", label: wordsIn(language).viewOrder(orderId), path: `/user/vieworder/${orderId}` };
}
