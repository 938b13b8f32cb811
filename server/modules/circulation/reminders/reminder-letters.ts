import type { LanguageCode } from "#contract/site/languages.ts";
import { type Block, dayInWords, type Letter } from "#server/platform/mail/letter/letter.ts";
import { titleInWords } from "../letters/order-letters.ts";
import { reminderWords } from "./reminder-words.ts";
import type { OutOrder } from "./reminders.queries.ts";

/** The email that an order is due in a week. */
export function dueSoonLetter({ order_id: id, return_date: day, language, lines }: OutOrder): Letter {
  const { dueSoon } = reminderWords(language);
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
      { is: "note", text: dueSoon.note },
    ],
  };
}

/** One email about everything a borrower has overdue. */
export function overdueLetter(orders: readonly [OutOrder, ...OutOrder[]]): Letter {
  const [first] = orders;
  const { language } = first;
  const { overdue } = reminderWords(language);
  return {
    language,
    subject: orders.length === 1 ? overdue.subjectOfOne(first.order_id) : overdue.subject(orders.length),
    preview: orders.length === 1 ? overdue.previewOfOne : overdue.preview,
    heading: orders.length === 1 ? overdue.headingOfOne : overdue.heading,
    blocks: [
      { is: "text", text: overdue.text },
      ...orders.flatMap(({ order_id: id, return_date: day, lines }): Block[] => [
        { is: "heading", text: overdue.order(id, dayInWords(day, language)) },
        { is: "list", items: lines.map(titleInWords) },
        view(id, language),
      ]),
      { is: "note", text: overdue.note },
    ],
  };
}

function view(orderId: number, language: LanguageCode): Block {
  return { is: "button", label: reminderWords(language).viewOrder(orderId), path: `/user/vieworder/${orderId}` };
}
