import * as z from "zod/mini";
import { endpoint } from "#contract/wire/endpoint.ts";
import { id } from "#contract/wire/text.ts";

/** Of one copy on one order. */
export const mostPhotos = 6;

export const loanPhoto = z.object({ photoId: z.number(), takenAt: z.string(), takenByName: z.string() });
export type LoanPhoto = z.output<typeof loanPhoto>;

/** Extension: the photos of a copy on an order, oldest first. */
export const getPhotos = endpoint("GET Returns/GetPhotos/{orderInventoryItemId}", {
  access: "volunteer",
  params: { orderInventoryItemId: id },
  answer: { data: z.array(loanPhoto) },
});

/** Extension: one photo as a `data:` address, because no public address leads to it. */
export const getPhoto = endpoint("GET Returns/GetPhoto/{id}", {
  access: "volunteer",
  params: { id },
  answer: { data: z.object({ picture: z.string() }) },
});

/** Extension: adds a photo of what the desk found: JPEG, PNG, or WebP, at most 10 MB. It is re-encoded, without its place. */
export const addPhoto = endpoint("POST Returns/AddPhoto/{orderInventoryItemId}", {
  access: "volunteer",
  params: { orderInventoryItemId: id },
  upload: "uploadFile",
  answer: { data: loanPhoto },
});

/** Extension: removes a photo for good. */
export const removePhoto = endpoint("POST Returns/RemovePhoto/{id}", {
  access: "volunteer",
  params: { id },
  answer: {},
});
