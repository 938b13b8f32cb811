import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";

/** One picture for items and news: JPEG, PNG, WebP, GIF or AVIF, at most 10 MB. */
export const uploadAttachment = endpoint("POST Inventory/UploadAttachment", {
  access: "admin",
  upload: "uploadFile",
  answer: { data: z.object({ attachmentId: z.number(), attachmentUrl: z.string(), fileName: z.string() }) },
});
