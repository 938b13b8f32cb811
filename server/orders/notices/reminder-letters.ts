import type { LanguageCode } from "#contract/site/languages.ts";
import { type Block, dayInWords, type Letter } from "#server/platform/mail/letter/letter.ts";
import { backTo, titleInWords } from "./order-letters.ts";
import type { DueOrder, OutOrder } from "./reminders.queries.ts";

const english = {
  viewOrder: (id: number) => `View order #${id}`,
  dueSoon: {
    subject: (id: number, due: string) => `Order #${id} is due back ${due}`,
    preview: "Please send it back on time.",
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
    text: "Please send these materials back as soon as you can.",
    awaited: "Others are waiting for these materials. Please send them back as soon as you can.",
    order: (id: number, due: string) => `Order #${id}, due ${due}`,
    note: "Already on its way? You’re all set. Is something lost or damaged? Reply to this email and let us know.",
  },
  yearEnd: {
    subject: (day: string) => `Before school ends on ${day}: your library loans`,
    preview: "All of your current loans in one list.",
    heading: "Your library loans",
    text: (day: string) =>
      `School ends on ${day}. Please mail everything back in time for its due date, or before you leave for the summer if it’s due later. Will a colleague keep using something? Let us know, and we’ll transfer the loan.`,
    order: (id: number, due: string) => `Order #${id}, due ${due}`,
  },
};

const spanish: typeof english = {
  viewOrder: (id) => `Ver el pedido núm. ${id}`,
  dueSoon: {
    subject: (id, due) => `El pedido núm. ${id} debe devolverse el ${due}`,
    preview: "Devuélvalo a tiempo, por favor.",
    heading: (due) => `Fecha límite de devolución: ${due}`,
    text: (id, due) => `Le recordamos que su pedido núm. ${id} debe devolverse a más tardar el ${due}.`,
    note: "Asegure el paquete y use una empresa de mensajería que permita rastrearlo. ¿Ya va en camino? Entonces no tiene que hacer nada más.",
  },
  oneOverdue: (id) => ({
    subject: `El pedido núm. ${id} está vencido`,
    preview: "Devuélvalo lo antes posible, por favor.",
    heading: "Su pedido está vencido",
  }),
  someOverdue: (n) => ({
    subject: `${n} pedidos están vencidos`,
    preview: "Devuélvalos lo antes posible, por favor.",
    heading: "Sus pedidos están vencidos",
  }),
  overdue: {
    text: "Devuelva estos materiales lo antes posible, por favor.",
    awaited: "Otras personas esperan estos materiales. Devuélvalos lo antes posible, por favor.",
    order: (id, due) => `Pedido núm. ${id}, debía devolverse el ${due}`,
    note: "¿Ya va en camino? Entonces no tiene que hacer nada más. ¿Se perdió o se dañó algo? Responda a este mensaje para avisarnos, por favor.",
  },
  yearEnd: {
    subject: (day) => `Antes de que terminen las clases el ${day}: sus préstamos de la biblioteca`,
    preview: "Todos sus préstamos en una sola lista.",
    heading: "Sus préstamos de la biblioteca",
    text: (day) =>
      `Las clases terminan el ${day}. Devuelva todo a tiempo para su fecha límite o, si vence más tarde, antes de irse de vacaciones. ¿Alguien más de su escuela lo seguirá usando? Escríbanos y pasamos el préstamo a su nombre.`,
    order: (id, due) => `Pedido núm. ${id}, se devuelve el ${due}`,
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

export function overdueLetter(orders: readonly [DueOrder, ...DueOrder[]]): Letter {
  const [{ order_id: first, language }] = orders;
  const { oneOverdue, someOverdue, overdue } = wordsIn(language);
  return {
    language,
    ...(orders.length === 1 ? oneOverdue(first) : someOverdue(orders.length)),
    blocks: listOf(orders, {
      ...overdue,
      text: orders.some((order) => order.is_awaited) ? overdue.awaited : overdue.text,
    }),
  };
}

export function yearEndLetter(orders: readonly [OutOrder, ...OutOrder[]], lastDay: string): Letter {
  const [{ language }] = orders;
  const { overdue, yearEnd } = wordsIn(language);
  const day = dayInWords(lastDay, language);
  return {
    language,
    subject: yearEnd.subject(day),
    preview: yearEnd.preview,
    heading: yearEnd.heading,
    blocks: listOf(orders, { ...yearEnd, text: yearEnd.text(day), note: overdue.note }),
  };
}

type ListWords = { text: string; order: (id: number, due: string) => string; note: string };

function listOf(orders: readonly [OutOrder, ...OutOrder[]], { text, order, note }: ListWords): Block[] {
  const [{ language }] = orders;
  return [
    { is: "text", text },
    ...orders.flatMap(({ order_id: id, return_date: day, lines }): Block[] => [
      { is: "heading", text: order(id, dayInWords(day, language)) },
      { is: "list", items: lines.map(titleInWords) },
      view(id, language),
    ]),
    backTo(language),
    { is: "note", text: note },
  ];
}

function view(orderId: number, language: LanguageCode): Block {
  return { is: "button", label: wordsIn(language).viewOrder(orderId), path: `/user/vieworder/${orderId}` };
}
