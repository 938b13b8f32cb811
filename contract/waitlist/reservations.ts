import { copyReasons } from "#contract/waitlist/stock-reasons.ts";
import { endpoint } from "#contract/wire/endpoint.ts";
import { codeOrAll, dayOrNothing, flag, pageNumber, text } from "#contract/wire/text.ts";
import * as z from "zod/mini";

const dates = z.object({ from: z.string(), to: z.string() });
const title = z.object({ inventoryId: z.number(), title: z.string(), language: z.string() });

export const risksOnAPage = 20;

const titleAtRisk = z.extend(title, {
  quantity: z.number(),
  missing: z.number(),
  /** Current loans, due soonest first. */
  out: z.array(
    z.object({
      skuNumber: z.string(),
      copyNumber: z.number(),
      orderId: z.nullable(z.number()),
      schoolName: z.string(),
      returnDate: z.nullable(z.string()),
      isLate: z.boolean(),
      isRenewed: z.boolean(),
    }),
  ),
  /** Orders without dates that need this title and can wait longer, newest first. */
  waiting: z.array(z.object({ orderId: z.number(), schoolName: z.string(), quantity: z.number() })),
  /** Copies out of circulation, by reason. */
  unavailable: z.array(z.object({ reason: z.enum(copyReasons), count: z.number() })),
});

/**
 * Extension: returns the orders that may miss their dates, with the next to ship first, and ways to help each title.
 * `other` has dates when the whole order is available. Orders without dates are needed right away. `emailedAt` is when
 * the borrower was emailed; `isReached` tells whether the borrower can be emailed.
 */
export const getRisks = endpoint("GET Reservations/GetRisks", {
  access: "volunteer",
  query: z.object({ page: pageNumber }),
  answer: {
    data: z.array(
      z.object({
        orderId: z.number(),
        borrowerName: z.string(),
        schoolName: z.string(),
        shipBy: z.nullable(z.string()),
        teachFrom: z.nullable(z.string()),
        teachTo: z.nullable(z.string()),
        emailedAt: z.nullable(z.string()),
        isReached: z.boolean(),
        titles: z.array(titleAtRisk),
        other: z.array(dates),
      }),
    ),
    total: z.number(),
  },
});
export type OrderAtRisk = z.output<(typeof getRisks)["answer"]["data"]>[number];

export const titlesOnCalendar = 50;

/**
 * A copy's reservation or current loan: it leaves on the first day, and is due back on the last, which is today for an
 * overdue one.
 */
const stay = z.object({
  orderId: z.number(),
  schoolName: z.string(),
  leavesOn: z.string(),
  backOn: z.string(),
  isOut: z.boolean(),
  isLate: z.boolean(),
});

const titleOnCalendar = z.extend(title, {
  referenceNumber: z.string(),
  copies: z.number(),
  /** The copies with a reservation or loan in the month; `copyNumber` is null for reservations without a copy. */
  stays: z.array(
    z.object({ inventoryItemId: z.nullable(z.number()), copyNumber: z.nullable(z.number()), stays: z.array(stay) }),
  ),
});
export type TitleOnCalendar = z.output<typeof titleOnCalendar>;

/**
 * Extension: returns the titles with a reservation or a loan in the month of a day, today's by default, by title: what
 * leaves and comes back, by copy. `isKit` selects titles with parts. `month` is YYYY-MM.
 */
export const getReservationCalendar = endpoint("GET Reservations/GetCalendar", {
  access: "volunteer",
  query: z.object({
    on: dayOrNothing,
    categoryId: z._default(codeOrAll, 0),
    isKit: z._default(flag, false),
    searchString: z._default(text(), ""),
    page: pageNumber,
  }),
  answer: { data: z.array(titleOnCalendar), total: z.number(), month: z.string(), today: z.string() },
});
