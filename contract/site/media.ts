import * as z from "zod/mini";
import { endpoint } from "../wire/endpoint.ts";

/** A stored picture, with the URL of a medium-sized version and an `srcset` of all widths. Sizes are in pixels. */
export const attachment = z.object({
  attachmentId: z.number(),
  attachmentUrl: z.string(),
  attachmentSrcset: z.string(),
  fileName: z.string(),
  width: z.number(),
  height: z.number(),
});
export type Attachment = z.output<typeof attachment>;

/** Uploads a JPEG, PNG, WebP, GIF, or AVIF of at most 10 MB, checked by its content. */
export const uploadAttachment = endpoint("POST Inventory/UploadAttachment", {
  access: "clerk",
  upload: "uploadFile",
  answer: { data: attachment },
});

/** A PDF that public pages link to; `size` is in bytes. */
const siteDocument = z.object({
  documentId: z.number(),
  documentUrl: z.string(),
  fileName: z.string(),
  size: z.number(),
});
export type SiteDocument = z.output<typeof siteDocument>;

/** Extension: uploads a PDF of at most 10 MB, checked by its content. */
export const uploadDocument = endpoint("POST Site/UploadDocument", {
  access: "manager",
  upload: "uploadFile",
  answer: { data: siteDocument },
});
