import { order, staffOrder } from "#contract/circulation.ts";
import { limits } from "#contract/codes.ts";
import { ownMessages } from "#contract/messages.ts";
import { endpoint } from "#contract/wire/endpoint.ts";
import { dayOrNothing, given, id, short, text, whole } from "#contract/wire/text.ts";
import * as z from "zod/mini";
import { mostPhotosOfReport } from "./own-photos.ts";

/** The most reports of one order. */
export const mostReports = 20;

export const arrivalRules = z.object({ arrivedOn: z.string(ownMessages.dateRequired) });

/** Extension: its borrower says that a shipped order arrived, and when. Said again, it replaces what was said. */
export const sayArrived = endpoint("POST Order/SayArrived/{orderId}", {
  access: "user",
  params: { orderId: id },
  body: z.object({ arrivedOn: dayOrNothing }),
  rules: arrivalRules,
  answer: { data: order },
});

export const sentBackRules = z.object({ sentOn: z.string(ownMessages.dateRequired), trackingNumber: short() });

/** Extension: its borrower says that a shipped order is on its way back, and how; said again, it replaces what was said. */
export const sentBack = endpoint("POST Order/SentBack/{orderId}", {
  access: "user",
  params: { orderId: id },
  body: z.object({ sentOn: dayOrNothing, trackingNumber: text() }),
  rules: sentBackRules,
  answer: { data: order },
});

export const reportRules = z.object({ words: given(ownMessages.whatHappenedRequired, limits.report) });

/** Extension: its borrower tells staff what is missing or damaged in an order that has shipped, with photos from AddPhoto. */
export const reportProblem = endpoint("POST Order/ReportProblem/{orderId}", {
  access: "user",
  params: { orderId: id },
  body: z.object({
    words: text(limits.report),
    photoIds: z._default(z.array(id).check(z.maxLength(mostPhotosOfReport)), []),
  }),
  rules: reportRules,
  answer: { data: order },
});

/**
 * Extension: staff have seen to the oldest so many reports of an order, those that they had before them; or, with `isSettled`
 * false, not yet after all.
 */
export const settleReports = endpoint("POST Order/SettleReports/{orderId}", {
  access: "clerk",
  params: { orderId: id },
  body: z.object({ isSettled: z.boolean(), reports: whole(1, mostReports) }),
  answer: { data: staffOrder },
});
