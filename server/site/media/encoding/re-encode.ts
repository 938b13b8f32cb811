import { fileTypeFromBuffer } from "file-type";
import sharp from "sharp";
import { pictureLimits } from "#contract/wire/size-limits.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import * as z from "zod";
import { widthsFor } from "../media.rules.ts";

/** A re-encoded picture: upright, in sRGB, without metadata. */
export type EncodedPicture = {
  /** The size of the original, upright, in pixels. */
  width: number;
  height: number;
  /** WebP files in ascending widths. */
  versions: { width: number; content: Uint8Array }[];
};

// libvips opens anything it has a loader for, so block all but the five accepted formats
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["Jpeg", "Png", "Webp", "Nsgif", "Heif"].map((reader) => `VipsForeignLoad${reader}Buffer`),
});
sharp.cache(false); // each picture is read once
sharp.concurrency(1); // leaves the other threads to requests

const maxSide = 16_383; // pixels, WebP's own limit
const timeoutSeconds = 30;

/** The accepted formats: the extension from file-type, and the format sharp must report. */
const kinds = new Map(Object.entries({ jpg: "jpeg", png: "png", apng: "png", webp: "webp", gif: "gif", avif: "heif" }));
const task = z.object({ bytes: z.instanceof(Uint8Array) });
const unusable = (sentence: string) => new Refusal({ kind: "unusable-file" }, { sentence });

/** Re-encodes a picture in the reader process. Refuses other formats, and oversized or damaged pictures. */
export async function run(input: unknown): Promise<EncodedPicture> {
  const { bytes } = task.parse(input);
  const format = kinds.get((await fileTypeFromBuffer(bytes).catch(() => undefined))?.ext ?? "");
  if (format === undefined) throw unusable(ownMessages.pictureKind);
  try {
    await checkHeader(bytes, format);
    return await encode(bytes);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    // oxlint-disable-next-line house/sentences -- sharp gives a timeout no code
    const isLate = error instanceof Error && /timeout/i.test(error.message);
    throw unusable(isLate ? ownMessages.fileTakesTooLong : ownMessages.pictureDamaged);
  }
}

/** Checks the header alone, so that each limit has its own message. */
async function checkHeader(bytes: Uint8Array, format: string): Promise<void> {
  const header = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (header.format !== format) throw unusable(ownMessages.pictureKind);
  const [maxPixels, sentence] =
    format === "heif"
      ? [pictureLimits.avifPixels, ownMessages.avifTooManyPixels]
      : [pictureLimits.pixels, ownMessages.pictureTooManyPixels];
  if (header.width * header.height > maxPixels) throw unusable(sentence);
  if (Math.max(header.width, header.height) > pictureLimits.side) throw unusable(ownMessages.pictureTooLong);
}

async function encode(bytes: Uint8Array): Promise<EncodedPicture> {
  const { width, height } = (await sharp(bytes, { limitInputPixels: false }).metadata()).autoOrient;
  const widths = widthsFor(width);
  // decoded once to the largest width, from which the others are made
  const largest = await sharp(bytes, { limitInputPixels: pictureLimits.pixels, failOn: "error", autoOrient: true })
    .resize({ width: widths.at(-1), height: maxSide, fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .timeout({ seconds: timeoutSeconds })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: largest.info.width, height: largest.info.height, channels: largest.info.channels };
  const versions: EncodedPicture["versions"] = [];
  for (const target of widths) {
    const content = await sharp(largest.data, { raw })
      .resize({ width: target, withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer();
    versions.push({ width: target, content });
  }
  return { width, height, versions };
}
