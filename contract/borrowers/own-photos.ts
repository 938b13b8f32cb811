import { endpoint } from "#contract/wire/endpoint.ts";
import { id } from "#contract/wire/text.ts";
import * as z from "zod/mini";

/** Of one report. */
export const mostPhotosOfReport = 3;

/** Of one borrower in 24 hours, sent or not yet. */
export const mostPhotosADay = 20;

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
