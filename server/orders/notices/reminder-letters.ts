import type { MailBack } from "#contract/desk/package.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import { type Block, dayInWords, type Letter } from "#server/platform/mail/letter/letter.ts";
import { backTo, titleInWords } from "./order-letters.ts";
import type { DueOrder, OutOrder } from "./reminders.queries.ts";

const english = {
  viewOrder: (id: number) => `View order #${id}`,
  dueSoon: {
    subject: (id: number, back: string) => `Please mail order #${id} back by ${back}`,
    subjectNow: (id: number) => `Please mail order #${id} back now`,
    preview: (due: string) => `So that it reaches us by ${due}.`,
    heading: (back: string) => `Mail it back by ${back}`,
    headingNow: "Mail it back now",
    text: (id: number, back: string, due: string) =>
      `A friendly reminder: please mail your order #${id} back by ${back} so that it reaches us by ${due}.`,
    textNow: (id: number, due: string) =>
      `A friendly reminder: please mail your order #${id} back now so that it reaches us by ${due}.`,
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
    order: (id: number, due: string) => `Order #${id} should have reached us by ${due}`,
    note: "Already on its way? You’re all set. Is something lost or damaged? Reply to this email and let us know.",
  },
  yearEnd: {
    subject: (day: string) => `Before school ends on ${day}: your library loans`,
    preview: "All of your current loans in one list.",
    heading: "Your library loans",
    text: (day: string) =>
      `School ends on ${day}. Please mail everything back by the date below, or before you leave for the summer if that’s sooner. Will a colleague keep using something? Let us know, and we’ll transfer the loan.`,
    order: (id: number, back: string, due: string) =>
      `Order #${id}: mail it back by ${back} so that it reaches us by ${due}`,
  },
};

const spanish: typeof english = {
  viewOrder: (id) => `Ver el pedido núm. ${id}`,
  dueSoon: {
    subject: (id, back) => `Envíe de regreso el pedido núm. ${id} a más tardar el ${back}`,
    subjectNow: (id) => `Envíe de regreso ahora el pedido núm. ${id}`,
    preview: (due) => `Para que nos llegue a más tardar el ${due}.`,
    heading: (back) => `Envíelo de regreso a más tardar el ${back}`,
    headingNow: "Envíelo de regreso ahora",
    text: (id, back, due) =>
      `Le recordamos que envíe de regreso su pedido núm. ${id} a más tardar el ${back} para que nos llegue a más tardar el ${due}.`,
    textNow: (id, due) =>
      `Le recordamos que envíe de regreso ahora su pedido núm. ${id} para que nos llegue a más tardar el ${due}.`,
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
    order: (id, due) => `El pedido núm. ${id} debía llegarnos a más tardar el ${due}`,
    note: "¿Ya va en camino? Entonces no tiene que hacer nada más. ¿Se perdió o se dañó algo? Responda a este mensaje para avisarnos, por favor.",
  },
  yearEnd: {
    subject: (day) => `Antes de que terminen las clases el ${day}: sus préstamos de la biblioteca`,
    preview: "Todos sus préstamos en una sola lista.",
    heading: "Sus préstamos de la biblioteca",
    text: (day) =>
      `Las clases terminan el ${day}. Envíe todo de regreso a más tardar en la fecha indicada abajo o, si se va de vacaciones antes, antes de irse. ¿Alguien más de su escuela lo seguirá usando? Escríbanos y pasamos el préstamo a su nombre.`,
    order: (id, back, due) =>
      `Pedido núm. ${id}: envíelo de regreso a más tardar el ${back} para que nos llegue a más tardar el ${due}`,
  },
};

const wordsIn = (language: LanguageCode) => ({ en: english, es: spanish })[language];

/** An order with the days to mail it back and to reach the library. */
type DatedOrder = OutOrder & { back: MailBack };

/** Asks the borrower to mail the package by its last day, or right away from that day on. */
export function dueSoonLetter({ order_id: id, back, language, lines }: DatedOrder, today: string): Letter {
  const { dueSoon: words } = wordsIn(language);
  const [mailBackBy, due] = [dayInWords(back.mailBackBy, language), dayInWords(back.due, language)];
  const isNow = back.mailBackBy <= today;
  return {
    language,
    subject: isNow ? words.subjectNow(id) : words.subject(id, mailBackBy),
    preview: words.preview(due),
    heading: isNow ? words.headingNow : words.heading(mailBackBy),
    blocks: [
      { is: "text", text: isNow ? words.textNow(id, due) : words.text(id, mailBackBy, due) },
      { is: "list", items: lines.map(titleInWords) },
      view(id, language),
      backTo(language),
      { is: "note", text: words.note },
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
      text: orders.some((order) => order.is_awaited) ? overdue.awaited : overdue.text,
      headingOf: lateHeading,
      note: overdue.note,
    }),
  };
}

export function yearEndLetter(
  orders: readonly [DatedOrder, ...DatedOrder[]],
  { lastDay, today }: { lastDay: string; today: string },
): Letter {
  const [{ language }] = orders;
  const { overdue, yearEnd } = wordsIn(language);
  const day = dayInWords(lastDay, language);
  const headingOf = (order: DatedOrder) => {
    const { order_id: id, back } = order;
    if (back.due < today) return lateHeading(order);
    return yearEnd.order(id, dayInWords(back.mailBackBy, language), dayInWords(back.due, language));
  };
  return {
    language,
    subject: yearEnd.subject(day),
    preview: yearEnd.preview,
    heading: yearEnd.heading,
    blocks: listOf(orders, { text: yearEnd.text(day), headingOf, note: overdue.note }),
  };
}

const lateHeading = ({ order_id: id, return_date: due, language }: OutOrder) =>
  wordsIn(language).overdue.order(id, dayInWords(due, language));

function listOf<Order extends OutOrder>(
  orders: readonly [Order, ...Order[]],
  { text, headingOf, note }: { text: string; headingOf: (order: Order) => string; note: string },
): Block[] {
  const [{ language }] = orders;
  return [
    { is: "text", text },
    ...orders.flatMap((order): Block[] => [
      { is: "heading", text: headingOf(order) },
      { is: "list", items: order.lines.map(titleInWords) },
      view(order.order_id, language),
    ]),
    backTo(language),
    { is: "note", text: note },
  ];
}

function view(orderId: number, language: LanguageCode): Block {
  return { is: "button", label: wordsIn(language).viewOrder(orderId), path: `/user/vieworder/${orderId}` };
}
