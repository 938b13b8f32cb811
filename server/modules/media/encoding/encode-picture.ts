import { ownMessages } from "#contract/messages.ts";
import { HttpError } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { concurrencyLimit } from "#server/platform/concurrency-limit.ts";
import { fileTypeFromBuffer } from "file-type";
import { pictureReader } from "./picture-reader.ts";
import type { EncodedPicture } from "./re-encode.ts";

/** Changes whenever the same bytes would be encoded differently: it is part of the stored name. */
export const encoderVersion = "1";

/** The accepted formats: file-type's name, and the format sharp must report. */
const kinds = new Map(Object.entries({ jpg: "jpeg", png: "png", apng: "png", webp: "webp", gif: "gif", avif: "heif" }));

// A picture of 50 million pixels can take hundreds of megabytes to decode: one at a time.
const desk = concurrencyLimit({ atOnce: 1, queue: 16 });
const read = pictureReader();

/** Re-encodes a picture. Other formats, oversized, or damaged pictures are refused with their sentences. */
export async function encodePicture(bytes: Uint8Array, readBy = read): Promise<EncodedPicture> {
  const format = kinds.get((await fileTypeFromBuffer(bytes).catch(() => undefined))?.ext ?? "");
  if (format === undefined) throw unusable(ownMessages.pictureKind);
  const result = await desk(() => readBy({ bytes, format }));
  if (typeof result !== "string") return result;
  if (result === "late") throw new HttpError(503);
  throw unusable(sentences[result] ?? result);
}

const sentences: Record<string, string> = {
  "too much": ownMessages.pictureTakesTooMuch,
  crashed: ownMessages.pictureDamaged,
};
const unusable = (sentence: string) => new Refusal({ kind: "unusable-file" }, { sentence });
