import { copyReasons } from "#contract/waitlist/stock-reasons.ts";
import { endpoint } from "#contract/wire/endpoint.ts";
import { pageNumber } from "#contract/wire/text.ts";
import * as z from "zod/mini";

const someDays = z.object({ from: z.string(), to: z.string() });
const title = z.object({ inventoryId: z.number(), title: z.string(), language: z.string() });

export const risksOnAPage = 20;

const helped = z.extend(title, {
  quantity: z.number(),
  missing: z.number(),
  /** Copies that are out, those due first; `isRenewed` when that was once earlier. */
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
  /** Orders without days that wait for this title and could wait longer, the last one first. */
  waiting: z.array(z.object({ orderId: z.number(), schoolName: z.string(), quantity: z.number() })),
  /** Copies that are not lent now, by reason. */
  aside: z.array(z.object({ reason: z.enum(copyReasons), count: z.number() })),
});

/**
 * Extension: the orders for which copies are missing, those that leave first at the top, with what would help each title: what is
 * out, who could wait, what is set aside, and `other` days with room for the whole order. Without days it is an order for now.
 * `toldAt` is when the borrower got an email; `isReached` when emails reach them.
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
        leavesBy: z.nullable(z.string()),
        teachFrom: z.nullable(z.string()),
        teachTo: z.nullable(z.string()),
        toldAt: z.nullable(z.string()),
        isReached: z.boolean(),
        titles: z.array(helped),
        other: z.array(someDays),
      }),
    ),
    total: z.number(),
  },
});
export type OrderAtRisk = z.output<(typeof getRisks)["answer"]["data"]>[number];
