import { order, staffOrder } from "./orders.ts";
import { limits } from "../catalog/codes.ts";
import { ownMessages } from "../wire/messages.ts";
import { trackingNumber } from "../desk/scans.ts";
import { endpoint } from "../wire/endpoint.ts";
import { dayOrNothing, id, optionalText, requiredText, text, whole } from "../wire/text.ts";
import * as z from "zod/mini";

export const maxPhotosOfReport = 3;

export const maxReports = 20;

export const arrivalRules = z.object({ arrivedOn: z.string(ownMessages.dateRequired) });

/** Extension: records when a shipped order arrived, according to the borrower. A later call replaces the date. */
export const reportArrival = endpoint("POST Order/ReportArrival/{orderId}", {
  access: "user",
  params: { orderId: id },
  body: z.object({ arrivedOn: dayOrNothing }),
  rules: arrivalRules,
  answer: { data: order },
});

export const sentBackRules = z.object({ sentOn: z.string(ownMessages.dateRequired), trackingNumber: optionalText() });

/** Extension: records when a borrower mailed a shipped order back. A later call replaces the record. */
export const sentBack = endpoint("POST Order/SentBack/{orderId}", {
  access: "user",
  params: { orderId: id },
  body: z.object({ sentOn: dayOrNothing, trackingNumber }),
  rules: sentBackRules,
  answer: { data: order },
});

export const reportRules = z.object({ words: requiredText(ownMessages.whatHappenedRequired, limits.report) });

/** Extension: reports a problem with a shipped order to staff, with photos from AddPhoto. */
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
 * Extension: marks the oldest `reports` reports of an order, which are the ones that staff saw, as resolved or open
 * again.
 */
export const settleReports = endpoint("POST Order/SettleReports/{orderId}", {
  access: "clerk",
  params: { orderId: id },
  body: z.object({ isSettled: z.boolean(), reports: whole(1, maxReports) }),
  answer: { data: staffOrder },
});

/** Per borrower in 24 hours, whether or not a report includes them. */
export const maxPhotosPerDay = 20;

export const photoSizes = ["small", "large"] as const;

/**
 * Extension: lets a borrower add a photo to a shipped order: any picture up to 10 MB, re-encoded without its location.
 * A photo that no report includes is deleted after a day.
 */
export const addOwnPhoto = endpoint("POST Order/AddPhoto/{orderId}", {
  access: "user",
  params: { orderId: id },
  upload: "uploadFile",
  answer: { data: z.object({ photoId: z.number() }) },
});

/** Extension: lets a borrower remove a photo until a report includes it; 404 for any other photo. */
export const removeOwnPhoto = endpoint("POST Order/RemovePhoto/{photoId}", {
  access: "user",
  params: { photoId: id },
  answer: {},
});

/**
 * Extension: returns a photo to staff and to the borrower who added it; to volunteers only while the order is open.
 * It's a `data:` URL because photos have no public address.
 */
export const getOwnPhoto = endpoint("GET Order/GetPhoto/{photoId}/{size}", {
  access: "user or volunteer",
  params: { photoId: id, size: z.enum(photoSizes) },
  answer: { data: z.object({ picture: z.string() }) },
});
