import { type Block, dayInWords, type Letter } from "#server/platform/mail/letter/letter.ts";
import type { OrderFacts } from "./order-facts.queries.ts";

/** The letter that an order was received. */
export function receivedLetter(order: OrderFacts): Letter {
  return {
    subject: `We received your order #${order.order_id}`,
    preview: "It is in the queue. We write again when it ships.",
    heading: "Thank you for your order!",
    blocks: [
      { is: "text", text: "Your order is placed and in the queue. We write again when it ships." },
      facts(["Order", `#${order.order_id}`], ["Ships to", order.ship_to]),
      titles(order),
      view(order),
      { is: "note", text: "Borrowing is free. You pay for the return shipping, roughly $4-12." },
    ],
  };
}

/** The letter that an order was shipped, with the due date for the calendar. */
export function shippedLetter(order: OrderFacts): Letter {
  const { order_id: id, tracking_number: tracking, ship_date: shipped, return_date: due } = order;
  return {
    subject: `Your order #${id} is on its way`,
    preview: due ? `Due back ${dayInWords(due)}.` : "It has left the library.",
    heading: "Your order is on its way",
    blocks: [
      { is: "text", text: "Your parcel has left the library. Allow 3-5 business days." },
      facts(
        ["Order", `#${id}`],
        ["Tracking number", tracking],
        ["Shipped", shipped && dayInWords(shipped)],
        ["Due back", due && dayInWords(due)],
        ["Ships to", order.ship_to],
      ),
      titles(order),
      view(order),
      {
        is: "note",
        text: "Please return everything on or before the due date, insured and by a carrier that traces it. The file in this mail puts the date into your calendar.",
      },
    ],
    ...(due && {
      calendar: {
        uid: `order-${id}-due`,
        day: due,
        summary: `Library order #${id} is due back`,
        description: order.lines.map(inWords).join("\n"),
      },
    }),
  };
}

/** The letter that an order came back. */
export function returnedLetter(order: OrderFacts): Letter {
  return {
    subject: `Your order #${order.order_id} is back`,
    preview: "Thank you for sending it back.",
    heading: "Your order is back",
    blocks: [
      { is: "text", text: "We have everything back. Thank you for taking care of it." },
      titles(order),
      { is: "button", label: "Find something new", path: "/user/home" },
    ],
  };
}

/** A title as letters name it: "Food Is Fun (2)". */
export function inWords({ title, quantity }: { title: string; quantity: number }): string {
  return quantity === 1 ? title : `${title} (${quantity})`;
}

function titles({ lines }: OrderFacts): Block {
  return { is: "list", items: lines.map(inWords) };
}

function view({ order_id: id }: OrderFacts): Block {
  return { is: "button", label: "View your order", path: `/user/vieworder/${id}` };
}

function facts(...rows: readonly (readonly [name: string, value: string | null])[]): Block {
  return { is: "facts", facts: rows.flatMap(([name, value]) => (value ? [{ name, value }] : [])) };
}
