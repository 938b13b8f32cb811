import * as z from "zod/mini";
import { endpoint } from "./wire/endpoint.ts";

/** A stored picture: its address at a middle width, and all its widths as an `srcset`. Sizes are in pixels. */
export const attachment = z.object({
  attachmentId: z.number(),
  attachmentUrl: z.string(),
  attachmentSrcset: z.string(),
  fileName: z.string(),
  width: z.number(),
  height: z.number(),
});
export type Attachment = z.output<typeof attachment>;

/** One picture for items and news: JPEG, PNG, WebP, GIF or AVIF, at most 10 MB, judged by its content. */
export const uploadAttachment = endpoint("POST Inventory/UploadAttachment", {
  access: "admin",
  upload: "uploadFile",
  answer: { data: attachment },
});
