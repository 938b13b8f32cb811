import { order, staffOrder } from "./orders.ts";
import { limits } from "../catalog/codes.ts";
import { ownMessages } from "../wire/messages.ts";
import { endpoint } from "../wire/endpoint.ts";
import { dayOrNothing, given, id, short, text, whole } from "../wire/text.ts";
import * as z from "zod/mini";

export const maxPhotosOfReport = 3;

export const maxReports = 20;

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
    photoIds: z._default(z.array(id).check(z.maxLength(maxPhotosOfReport)), []),
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
  body: z.object({ isSettled: z.boolean(), reports: whole(1, maxReports) }),
  answer: { data: staffOrder },
});

/** Of one borrower in 24 hours, sent or not yet. */
export const maxPhotosPerDay = 20;

export const photoSizes = ["small", "large"] as const;

/**
 * Extension: a borrower adds a photo to an order of theirs that has shipped: any picture, at most 10 MB, re-encoded without its
 * place. It is sent when a report names it; one that is not sent is deleted after a day.
 */
export const addOwnPhoto = endpoint("POST Order/AddPhoto/{orderId}", {
  access: "user",
  params: { orderId: id },
  upload: "uploadFile",
  answer: { data: z.object({ photoId: z.number() }) },
});

/** Extension: removes a photo of one's own that is not sent yet; 404 for any other. */
export const removeOwnPhoto = endpoint("POST Order/RemovePhoto/{photoId}", {
  access: "user",
  params: { photoId: id },
  answer: {},
});

/** Extension: one photo as a `data:` address, because no public address leads to it: for staff, and the borrower who added it. */
export const getOwnPhoto = endpoint("GET Order/GetPhoto/{photoId}/{size}", {
  access: "user or volunteer",
  params: { photoId: id, size: z.enum(photoSizes) },
  answer: { data: z.object({ picture: z.string() }) },
});
