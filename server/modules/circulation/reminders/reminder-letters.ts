import { type Block, dayInWords, type Letter } from "#server/platform/mail/letter/letter.ts";
import { inWords } from "../letters/order-letters.ts";
import type { OutOrder } from "./reminders.queries.ts";

/** The letter that an order is due in a week. */
export function dueSoonLetter(order: OutOrder): Letter {
  const { order_id: id, return_date: due } = order;
  return {
    subject: `Order #${id} is due back ${dayInWords(due)}`,
    preview: "Please send it back in time.",
    heading: `Due back ${dayInWords(due)}`,
    blocks: [
      { is: "text", text: `A friendly reminder: your order #${id} is due back on ${dayInWords(due)}.` },
      { is: "list", items: order.lines.map(inWords) },
      view(id),
      {
        is: "note",
        text: "Please insure the parcel and use a carrier that traces it. Is it on its way already? Then there is nothing left to do.",
      },
    ],
  };
}

/** One letter of everything that a borrower has overdue. */
export function overdueLetter(orders: readonly OutOrder[]): Letter {
  const [first] = orders;
  const one = orders.length === 1 && first;
  return {
    subject: one ? `Order #${one.order_id} is overdue` : `${orders.length} orders are overdue`,
    preview: "Please send it back as soon as you can.",
    heading: one ? "Your order is overdue" : "Your orders are overdue",
    blocks: [
      { is: "text", text: "Others are waiting for these materials. Please send them back as soon as you can." },
      ...orders.flatMap((order): Block[] => [
        { is: "heading", text: `Order #${order.order_id}, due ${dayInWords(order.return_date)}` },
        { is: "list", items: order.lines.map(inWords) },
        view(order.order_id),
      ]),
      {
        is: "note",
        text: "Is it on its way already? Then there is nothing left to do. Is something lost or damaged? Please write to us.",
      },
    ],
  };
}

function view(orderId: number): Block {
  return { is: "button", label: `View order #${orderId}`, path: `/user/vieworder/${orderId}` };
}
