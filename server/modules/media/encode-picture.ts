import { pictureLimits } from "#contract/codes.ts";
import { ownMessages } from "#contract/messages.ts";
import { HttpError } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { turnstile } from "#server/platform/turnstile.ts";
import { fileTypeFromBuffer } from "file-type";
import sharp from "sharp";
import { widthsFor } from "./media.rules.ts";

/** A re-encoded picture: upright, in sRGB, without metadata. */
export type EncodedPicture = {
  /** The size of the original, upright, in pixels. */
  width: number;
  height: number;
  /** WebP in each width, ascending. */
  versions: { width: number; content: Uint8Array }[];
};

/** Changes whenever the same bytes would be encoded differently: it is part of the stored name. */
export const encoderVersion = "1";

// libvips opens anything it has a loader for: block all but the five accepted formats.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["Jpeg", "Png", "Webp", "Nsgif", "Heif"].map((reader) => `VipsForeignLoad${reader}Buffer`),
});
sharp.cache(false); // no picture comes twice
sharp.concurrency(1); // threads per picture; the others answer requests

/** The accepted formats: file-type's name, and the format sharp must report. */
const kinds = new Map(Object.entries({ jpg: "jpeg", png: "png", apng: "png", webp: "webp", gif: "gif", avif: "heif" }));

// A picture of 50 million pixels can take hundreds of megabytes to decode: one at a time.
const desk = turnstile({ atOnce: 1, queue: 16 });

/** Re-encodes a picture. Other formats, oversized, or damaged pictures are refused with their sentences. */
export async function encodePicture(bytes: Uint8Array): Promise<EncodedPicture> {
  const kind = kinds.get((await fileTypeFromBuffer(bytes).catch(() => undefined))?.ext ?? "");
  if (kind === undefined) throw new Refusal({ kind: "unusable-file" }, { sentence: ownMessages.pictureKind });
  return desk(() => unlessDamaged(() => encode(bytes, kind)));
}

const longest = 16_383; // pixels per side, WebP's own limit
const patience = 30; // s

async function encode(bytes: Uint8Array, kind: string): Promise<EncodedPicture> {
  // Reads only the header, so that the pixel limit has its own sentence.
  const header = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (header.format !== kind) throw new Refusal({ kind: "unusable-file" }, { sentence: ownMessages.pictureKind });
  const [most, sentence] =
    kind === "heif"
      ? [pictureLimits.avifPixels, ownMessages.avifTooManyPixels]
      : [pictureLimits.pixels, ownMessages.pictureTooManyPixels];
  if (header.width * header.height > most) throw new Refusal({ kind: "unusable-file" }, { sentence });
  if (Math.max(header.width, header.height) > pictureLimits.side)
    throw new Refusal({ kind: "unusable-file" }, { sentence: ownMessages.pictureTooLong });
  const { width, height } = header.autoOrient;
  const widths = widthsFor(width);
  // Decoded once to the largest width; the others are made from it.
  const largest = await sharp(bytes, { limitInputPixels: pictureLimits.pixels, failOn: "error", autoOrient: true })
    .resize({ width: widths.at(-1), height: longest, fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .timeout({ seconds: patience })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: largest.info.width, height: largest.info.height, channels: largest.info.channels };
  const versions: EncodedPicture["versions"] = [];
  for (const wanted of widths) {
    const content = await sharp(largest.data, { raw })
      .resize({ width: wanted, withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer();
    versions.push({ width: wanted, content });
  }
  return { width, height, versions };
}

/** What sharp cannot read is damaged; a timeout is not the sender's fault. */
async function unlessDamaged<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    // oxlint-disable-next-line house/sentences -- sharp gives a timeout no code
    if (error instanceof Error && /timeout/i.test(error.message)) throw new HttpError(503);
    throw new Refusal({ kind: "unusable-file" }, { sentence: ownMessages.pictureDamaged });
  }
}
