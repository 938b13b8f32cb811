import type { MailKind } from "#contract/admin/mail.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import { owedLetter } from "#server/desk/public.ts";
import {
  canceledLetter,
  changedLetter,
  dueChangedLetter,
  dueSoonLetter,
  letterOfReturns,
  overdueLetter,
  receivedLetter,
  shippedLetter,
  transferLetter,
  yearEndLetter,
} from "#server/orders/public.ts";
import {
  blockLetter,
  borrowerInvitationLetter,
  confirmLetter,
  passwordChangedLetter,
  resetLetter,
  staffChangeLetter,
  staffInvitationLetter,
  welcomeLetter,
} from "#server/people/public.ts";
import { addDays } from "#server/platform/clock.ts";
import { dayInWords, type Letter } from "#server/platform/mail/letter/letter.ts";
import { optInLetter } from "#server/site/public.ts";
import { endedLetter, heldLetter, riskLetter } from "#server/waitlist/public.ts";
import { messageLetter } from "./messages.ts";

/** Returns a made-up order that ships on this day. */
export function sampleOrder(language: LanguageCode, shipDate: string) {
  const due = addDays(shipDate, 30);
  return {
    language,
    order_id: 4711,
    borrower_id: 1,
    tracking_number: "1Z999AA10123456784",
    ship_date: shipDate,
    return_date: due,
    version: 1,
    ship_to: "Ada Field\nOak Grove Elementary\n12 Main Street\nFresno, CA 93701",
    lines: [
      { title: "Food Is Fun", quantity: 2 },
      { title: "How Vaccines Work", quantity: 1 },
    ],
    email_address: "ada@school.example",
    is_read: true,
    is_reached: true,
    imported_on: null,
    is_awaited: false,
    days: null,
    back: { mailBackBy: addDays(shipDate, 23), due },
  };
}

type SampleFacts = { language: LanguageCode; today: string; loanDays: number };

/** Writes an email of each type about made-up data, for previews. Emails to staff are always in English. */
export const sampleLetters: Record<MailKind, (facts: SampleFacts) => Letter> = {
  reset: ({ language }) =>
    resetLetter([{ userName: "ada.field", borrowerId: null, token: "sample" }], { minutes: 60, language }),
  "opt-in": ({ language }) =>
    optInLetter({ confirmPath: "/signup/confirm#sample", leavePath: "/signup/leave#sample" }, language),
  "confirm-mailbox": ({ language }) => confirmLetter(language, "/user/confirm-email#sample"),
  "borrower-invitation": ({ language }) =>
    borrowerInvitationLetter({ userName: "ada.field", language, token: "sample" }),
  welcome: ({ language, loanDays }) => welcomeLetter({ userName: "ada.field", language }, loanDays),
  "account-changed": ({ language }) => passwordChangedLetter({ userName: "ada.field", language }),
  "account-blocked": ({ language }) => blockLetter("Order #4711 is long overdue.", language),
  "loans-transferred": ({ language, today }) => {
    const { back, lines } = sampleOrder(language, today);
    const copies = lines.map(({ title }, at) => ({ title, sku: `B1234${at}`, copy: 1 }));
    return transferLetter("taker", {
      other: { borrower_id: 2, name: "Robin Reader" },
      loans: [{ back, copies }],
      language,
      today,
    });
  },
  "order-received": ({ language, today }) =>
    receivedLetter({ ...sampleOrder(language, today), tracking_number: "", ship_date: null, back: null }),
  "order-changed": ({ language, today }) =>
    changedLetter(sampleOrder(language, today), [{ title: "How Vaccines Work", before: 0, after: 1 }]),
  "order-shipped": ({ language, today }) => shippedLetter(sampleOrder(language, today)),
  "order-returned": ({ language, today }) => {
    const order = sampleOrder(language, addDays(today, -20));
    const returns = order.lines.map((line) => ({ ...line, loan: "returned" as const }));
    return letterOfReturns(order, returns, today);
  },
  "order-canceled": ({ language, today }) => canceledLetter(sampleOrder(language, today), "The last copy was damaged."),
  "copy-held": ({ language, today }) =>
    heldLetter("Food Is Fun", { until: dayInWords(addDays(today, 2), language), path: "/user/held#sample", language }),
  "waitlist-ended": ({ language }) => endedLetter("Food Is Fun", "lapsed", language, 1),
  "dates-at-risk": ({ language, today }) => {
    const week = (start: number) => ({ from: addDays(today, start), to: addDays(today, start + 4) });
    return riskLetter({ orderId: 4711, language, teaching: week(7), titles: ["Food Is Fun"] }, [week(14)]);
  },
  "due-changed": ({ language, today }) => dueChangedLetter(sampleOrder(language, today), []),
  "due-soon": ({ language, today }) => dueSoonLetter(sampleOrder(language, addDays(today, -20)), today),
  overdue: ({ language, today }) => overdueLetter([sampleOrder(language, addDays(today, -40))]),
  "year-end": ({ language, today }) =>
    yearEndLetter([sampleOrder(language, today)], { lastDay: addDays(today, 21), today }),
  "open-claims": ({ language }) =>
    owedLetter({
      language,
      items: [
        {
          claim_id: 1,
          kind: "lost",
          cost_cents: 2450,
          parts: "",
          order_id: 4711,
          title: "Food Is Fun",
          sku_number: "B12345",
          copy_number: 1,
        },
      ],
    }),
  message: ({ language }) =>
    messageLetter({ subject: "The office is closed on Friday", text: "Packages arrive on Monday instead." }, language),
  "staff-account": () => staffChangeLetter("ada.field", "password"),
  "staff-invitation": () => staffInvitationLetter({ token: "sample", invitedBy: "Robin Reader", days: 7 }),
};
