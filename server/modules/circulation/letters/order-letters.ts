import type { LanguageCode } from "#contract/site/languages.ts";
import { type Block, dayInWords, type Letter } from "#server/platform/mail/letter/letter.ts";
import type { OrderFacts } from "./order-facts.queries.ts";

const english = {
  order: "Order",
  number: (id: number) => `#${id}`,
  trackingNumber: "Tracking number",
  shipped: "Shipped",
  dueBack: "Due back",
  shipsTo: "Ships to",
  sendBackTo: "Send it back to",
  viewOrder: "View your order",
  received: {
    subject: (id: number) => `We received your order #${id}`,
    preview: "It’s in the queue. We’ll email you when it ships.",
    heading: "Thank you for your order!",
    text: "Your order is placed and in the queue. We’ll email you when it ships.",
    note: "Borrowing is free. You pay return shipping, roughly $4-12.",
    byPhone: (userName: string) =>
      `The library placed this order for you, as you asked by phone. The Terms and Responsibilities, which you were told by phone, apply to it. To see it online, log in as ${userName}; if you have no password yet, choose “Reset password”.`,
    confirm: {
      text: "Please confirm that you receive our emails. Until then this is the only one we send, and you can borrow less.",
      button: "Confirm my email address",
    },
  },
  sent: {
    subject: (id: number) => `Your order #${id} is on its way`,
    preview: (due: string | null) => (due ? `Due back ${due}.` : "It has left the library."),
    heading: "Your order is on its way",
    text: "Your package has left the library. Allow 3-5 business days.",
    note: "Please return everything on or before the due date, insured and with tracking. The attached file adds the date to your calendar.",
    calendar: (id: number) => `Library order #${id} is due back`,
  },
  back: {
    subject: (id: number) => `Your order #${id} is back`,
    preview: "Thank you for sending it back.",
    heading: "Your order is back",
    text: "We have everything back. Thank you for taking good care of it.",
    more: "Find something new",
  },
  changed: {
    subject: (id: number) => `Your order #${id} was changed`,
    preview: "The library changed what is on it.",
    heading: "Your order was changed",
    text: "The library changed what is on your order:",
    added: (title: string) => `Added: ${title}`,
    removed: (title: string) => `Removed: ${title}`,
    other: (title: string, before: number, after: number) => `${title}: ${after} instead of ${before}`,
    now: "Your order now",
    note: "If this isn’t what you want, please reply to this email or call the library.",
  },
  canceled: {
    subject: (id: number) => `Your order #${id} is canceled`,
    preview: "Nothing of it will be sent.",
    heading: "Your order is canceled",
    text: "Nothing of this order will be sent to you.",
    reason: "Reason",
    note: "If this surprises you, please reply to this email or call the library.",
    more: "Find something new",
  },
  partly: {
    subject: (id: number) => `We received part of your order #${id}`,
    preview: "Some of it is still out.",
    heading: "Part of your order is back",
    text: "Thank you for sending this back:",
    out: "Still out",
    lost: "Recorded as lost",
    note: (due: string | null) =>
      due ? `Please return the rest on or before ${due}.` : "Please return the rest as soon as you can.",
  },
};

const spanish: typeof english = {
  order: "Pedido",
  number: (id) => `n.º ${id}`,
  trackingNumber: "Número de rastreo",
  shipped: "Fecha de envío",
  dueBack: "Fecha límite de devolución",
  shipsTo: "Se envía a",
  sendBackTo: "Devuélvalo a",
  viewOrder: "Ver su pedido",
  received: {
    subject: (id) => `Recibimos su pedido n.º ${id}`,
    preview: "Está en espera. Le escribiremos de nuevo cuando lo enviemos.",
    heading: "¡Gracias por su pedido!",
    text: "Recibimos su pedido y está en espera. Le escribiremos de nuevo cuando lo enviemos.",
    note: "El préstamo es gratuito. Usted paga el envío de devolución, entre $4 y $12 aproximadamente.",
    byPhone: (userName) =>
      `La biblioteca hizo este pedido por usted, como lo pidió por teléfono. Se aplican los Términos y responsabilidades que le explicamos por teléfono. Para verlo en línea, inicie sesión como ${userName}; si todavía no tiene contraseña, elija «Restablecer la contraseña».`,
    confirm: {
      text: "Confirme que recibe nuestros mensajes, por favor. Hasta entonces este es el único que enviamos, y puede pedir menos.",
      button: "Confirmar mi correo electrónico",
    },
  },
  sent: {
    subject: (id) => `Su pedido n.º ${id} va en camino`,
    preview: (due) => (due ? `Devuélvalo a más tardar el ${due}.` : "Ya salió de la biblioteca."),
    heading: "Su pedido va en camino",
    text: "Su paquete ya salió de la biblioteca. Puede tardar de 3 a 5 días hábiles.",
    note: "Devuelva todo a más tardar en la fecha límite, asegurado y con una empresa de mensajería que permita rastrearlo. El archivo adjunto agrega la fecha a su calendario.",
    calendar: (id) => `Devolver el pedido n.º ${id} a la biblioteca`,
  },
  back: {
    subject: (id) => `Recibimos de vuelta su pedido n.º ${id}`,
    preview: "Gracias por devolverlo.",
    heading: "Su pedido está de vuelta",
    text: "Ya recibimos todo. Gracias por cuidarlo.",
    more: "Buscar algo nuevo",
  },
  changed: {
    subject: (id) => `Cambió su pedido n.º ${id}`,
    preview: "La biblioteca cambió su contenido.",
    heading: "Su pedido cambió",
    text: "La biblioteca cambió el contenido de su pedido:",
    added: (title) => `Se agregó: ${title}`,
    removed: (title) => `Se quitó: ${title}`,
    other: (title, before, after) => `${title}: ${after} en lugar de ${before}`,
    now: "Su pedido ahora",
    note: "Si no es lo que desea, responda a este mensaje o llame a la biblioteca, por favor.",
  },
  canceled: {
    subject: (id) => `Su pedido n.º ${id} fue cancelado`,
    preview: "No se enviará nada de este pedido.",
    heading: "Su pedido fue cancelado",
    text: "No le enviaremos nada de este pedido.",
    reason: "Motivo",
    note: "Si no lo esperaba, responda a este mensaje o llame a la biblioteca, por favor.",
    more: "Buscar algo nuevo",
  },
  partly: {
    subject: (id) => `Recibimos una parte de su pedido n.º ${id}`,
    preview: "Todavía falta una parte.",
    heading: "Una parte de su pedido está de vuelta",
    text: "Gracias por devolver lo siguiente:",
    out: "Falta devolver",
    lost: "Registrado como perdido",
    note: (due) =>
      due ? `Devuelva el resto a más tardar el ${due}.` : "Devuelva el resto lo antes posible, por favor.",
  },
};

const wordsIn = (language: LanguageCode) => ({ en: english, es: spanish })[language];

type Received = { confirmPath?: string; byPhone?: { userName: string } | undefined };

/** `confirmPath`: an unconfirmed mailbox, which is asked to show that it is read. `byPhone`: staff placed it for a caller. */
export function receivedLetter(order: OrderFacts, { confirmPath, byPhone }: Received = {}): Letter {
  const words = wordsIn(order.language);
  const { preview, heading, subject, confirm } = words.received;
  const ask: Block[] = confirmPath
    ? [
        { is: "text", text: confirm.text },
        { is: "button", label: confirm.button, path: confirmPath },
      ]
    : [];
  return {
    language: order.language,
    subject: subject(order.order_id),
    preview,
    heading,
    blocks: [
      ...about(order, words.received, [
        [words.order, words.number(order.order_id)],
        [words.shipsTo, order.ship_to],
      ]),
      ...(byPhone ? [{ is: "text" as const, text: words.received.byPhone(byPhone.userName) }] : []),
      ...ask,
    ],
  };
}

/** The email that an order shipped, with the due date for the calendar. */
export function shippedLetter(order: OrderFacts): Letter {
  const { order_id: id, language, return_date: due } = order;
  const words = wordsIn(language);
  const { subject, preview, heading, calendar } = words.sent;
  const inWords = (day: string | null) => day && dayInWords(day, language);
  return {
    language,
    subject: subject(id),
    preview: preview(inWords(due)),
    heading,
    blocks: about(order, words.sent, [
      [words.order, words.number(id)],
      [words.trackingNumber, order.tracking_number],
      [words.shipped, inWords(order.ship_date)],
      [words.dueBack, inWords(due)],
      [words.shipsTo, order.ship_to],
    ]).toSpliced(-1, 0, backTo(language)),
    ...(due && {
      calendar: {
        uid: `order-${id}-due`,
        day: due,
        summary: calendar(id),
        description: order.lines.map(titleInWords).join("\n"),
      },
    }),
  };
}

function returnedLetter(order: OrderFacts): Letter {
  const { subject, text, more, ...rest } = wordsIn(order.language).back;
  return {
    ...rest,
    language: order.language,
    subject: subject(order.order_id),
    blocks: [{ is: "text", text }, titles(order), { is: "button", label: more, path: "/user/home" }],
  };
}

/** A title of an order whose quantity was changed: 0 before where it is new, 0 after where it was removed. */
export type TitleChange = { title: string; before: number; after: number };

/** The email that staff changed an order: what changed, and what is on it now. */
export function changedLetter(order: OrderFacts, changes: readonly TitleChange[]): Letter {
  const { order_id: id, language } = order;
  const { viewOrder, changed } = wordsIn(language);
  const inWords = ({ title, before, after }: TitleChange) => {
    if (before === 0) return changed.added(titleInWords({ title, quantity: after }));
    return after === 0 ? changed.removed(title) : changed.other(title, before, after);
  };
  return {
    language,
    subject: changed.subject(id),
    preview: changed.preview,
    heading: changed.heading,
    blocks: [
      { is: "text", text: changed.text },
      { is: "list", items: changes.map(inWords) },
      { is: "heading", text: changed.now },
      titles(order),
      { is: "button", label: viewOrder, path: `/user/vieworder/${id}` },
      { is: "note", text: changed.note },
    ],
  };
}

/** The email that an order was canceled, with the reason that was given. */
export function canceledLetter(order: OrderFacts, reason: string): Letter {
  const { order: name, number, canceled } = wordsIn(order.language);
  const { subject, preview, heading, text, note, more } = canceled;
  const facts = [
    { name, value: number(order.order_id) },
    ...(reason ? [{ name: canceled.reason, value: reason }] : []),
  ];
  return {
    language: order.language,
    subject: subject(order.order_id),
    preview,
    heading,
    blocks: [
      { is: "text", text },
      { is: "facts", facts },
      titles(order),
      { is: "button", label: more, path: "/user/home" },
      { is: "note", text: note },
    ],
  };
}

/** Copies of a title that an order had, and what became of them. */
export type ReturnedTitle = { title: string; quantity: number; loan: "returned" | "out" | "lost" };

/** The email about what came back: everything, or with what is still out or lost. */
export function letterOfReturns(order: OrderFacts, titles: readonly ReturnedTitle[]): Letter {
  return titles.every(({ loan }) => loan === "returned") ? returnedLetter(order) : partlyReturnedLetter(order, titles);
}

function partlyReturnedLetter(order: OrderFacts, titles: readonly ReturnedTitle[]): Letter {
  const { order_id: id, language, return_date: due } = order;
  const { viewOrder, partly } = wordsIn(language);
  const listOf = (wanted: ReturnedTitle["loan"], heading: string): Block[] => {
    const those = titles.filter(({ loan }) => loan === wanted);
    if (those.length === 0) return [];
    return [
      { is: "heading", text: heading },
      { is: "list", items: those.map(titleInWords) },
    ];
  };
  const isOut = titles.some(({ loan }) => loan === "out");
  return {
    language,
    subject: partly.subject(id),
    preview: partly.preview,
    heading: partly.heading,
    blocks: [
      { is: "text", text: partly.text },
      { is: "list", items: titles.filter(({ loan }) => loan === "returned").map(titleInWords) },
      ...listOf("out", partly.out),
      ...listOf("lost", partly.lost),
      { is: "button", label: viewOrder, path: `/user/vieworder/${id}` },
      ...(isOut
        ? [backTo(language), { is: "note" as const, text: partly.note(due && dayInWords(due, language)) }]
        : []),
    ],
  };
}

type Facts = readonly (readonly [name: string, value: string | null])[];

/** An order with its known facts, its titles, and where to see it. */
function about(order: OrderFacts, { text, note }: { text: string; note: string }, rows: Facts): Block[] {
  return [
    { is: "text", text },
    { is: "facts", facts: rows.flatMap(([name, value]) => (value ? [{ name, value }] : [])) },
    titles(order),
    { is: "button", label: wordsIn(order.language).viewOrder, path: `/user/vieworder/${order.order_id}` },
    { is: "note", text: note },
  ];
}

/** Where a parcel goes back to. */
export function backTo(language: LanguageCode): Block {
  return { is: "postal address", label: wordsIn(language).sendBackTo };
}

function titles({ lines }: OrderFacts): Block {
  return { is: "list", items: lines.map(titleInWords) };
}

/** A title in an email: "Food Is Fun (2)". */
export function titleInWords({ title, quantity }: { title: string; quantity: number }): string {
  return quantity === 1 ? title : `${title} (${quantity})`;
}
