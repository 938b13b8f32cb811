import { type Block, dayInWords, type Letter } from "#server/platform/mail/letter/letter.ts";
import type { OrderFacts } from "./order-facts.queries.ts";
import { orderWords } from "./order-words.ts";

/** The email that an order was received. */
export function receivedLetter(order: OrderFacts): Letter {
  const { order_id: id, language } = order;
  const words = orderWords(language);
  const { subject, text, note, ...more } = words.received;
  return {
    ...more,
    language,
    subject: subject(id),
    blocks: [
      { is: "text", text },
      facts([words.order, words.number(id)], [words.shipsTo, order.ship_to]),
      titles(order),
      view(order),
      { is: "note", text: note },
    ],
  };
}

/** The email that an order shipped, with the due date for the calendar. */
export function shippedLetter(order: OrderFacts): Letter {
  const { order_id: id, language, tracking_number: tracking, ship_date: shipped, return_date: due } = order;
  const words = orderWords(language);
  const { subject, preview, heading, text, note, calendar } = words.sent;
  const inWords = (day: string | null) => day && dayInWords(day, language);
  return {
    language,
    subject: subject(id),
    preview: preview(inWords(due) ?? undefined),
    heading,
    blocks: [
      { is: "text", text },
      facts(
        [words.order, words.number(id)],
        [words.trackingNumber, tracking],
        [words.shipped, inWords(shipped)],
        [words.dueBack, inWords(due)],
        [words.shipsTo, order.ship_to],
      ),
      titles(order),
      view(order),
      { is: "note", text: note },
    ],
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

/** The email that an order is back. */
export function returnedLetter(order: OrderFacts): Letter {
  const { subject, text, more, ...rest } = orderWords(order.language).back;
  return {
    ...rest,
    language: order.language,
    subject: subject(order.order_id),
    blocks: [{ is: "text", text }, titles(order), { is: "button", label: more, path: "/user/home" }],
  };
}

/** A title in an email: "Food Is Fun (2)". */
export function titleInWords({ title, quantity }: { title: string; quantity: number }): string {
  return quantity === 1 ? title : `${title} (${quantity})`;
}

function titles({ lines }: OrderFacts): Block {
  return { is: "list", items: lines.map(titleInWords) };
}

function view({ order_id: id, language }: OrderFacts): Block {
  return { is: "button", label: orderWords(language).viewOrder, path: `/user/vieworder/${id}` };
}

function facts(...rows: readonly (readonly [name: string, value: string | null])[]): Block {
  return { is: "facts", facts: rows.flatMap(([name, value]) => (value ? [{ name, value }] : [])) };
}
