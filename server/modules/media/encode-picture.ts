import { pictureLimits } from "#contract/codes.ts";
import { ownMessages } from "#contract/messages.ts";
import { HttpError } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { turnstile } from "#server/platform/turnstile.ts";
import { fileTypeFromBuffer } from "file-type";
import sharp from "sharp";
import { widthsFor } from "./pictures.rules.ts";

/** A picture anew: upright, in the colours of the web, without anything that was beside the pixels. */
export type EncodedPicture = {
  /** Of the picture as it came, upright, in pixels. */
  width: number;
  height: number;
  /** WebP in each width, ascending. */
  versions: { width: number; content: Uint8Array }[];
};

/** Changes whenever the same bytes would be encoded otherwise: it is a part of the name that content is kept under. */
export const encoderVersion = "1";

// libvips opens whatever it has a reader for: everything is shut but the readers of the five kinds.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["Jpeg", "Png", "Webp", "Nsgif", "Heif"].map((reader) => `VipsForeignLoad${reader}Buffer`),
});
sharp.cache(false); // no picture comes twice
sharp.concurrency(1); // threads for one picture; the others answer requests

/** The kinds that are taken, by what file-type calls them, and what sharp must find in them. */
const kinds = new Map([
  ["jpg", "jpeg"],
  ["png", "png"],
  ["apng", "png"],
  ["webp", "webp"],
  ["gif", "gif"],
  ["avif", "heif"],
]);

// A picture of 50 million pixels can take hundreds of megabytes while it is read: one at a time.
const desk = turnstile({ atOnce: 1, queue: 16 });

/** Encodes a picture anew. What is not one of the five kinds, too large or damaged is refused with its sentence. */
export async function encodePicture(bytes: Uint8Array): Promise<EncodedPicture> {
  const kind = kinds.get((await fileTypeFromBuffer(bytes).catch(() => undefined))?.ext ?? "");
  if (kind === undefined) throw new Refusal({ kind: "unusable-file" }, { sentence: ownMessages.pictureKind });
  return desk(() => unlessDamaged(() => encode(bytes, kind)));
}

const longest = 16_383; // pixels of a side, WebP's own limit
const patience = 30; // s

async function encode(bytes: Uint8Array, kind: string): Promise<EncodedPicture> {
  // The header alone is read here, so the limit of pixels can be checked with a sentence of its own.
  const header = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (header.format !== kind) throw new Refusal({ kind: "unusable-file" }, { sentence: ownMessages.pictureKind });
  const most = kind === "heif" ? pictureLimits.avifPixels : pictureLimits.pixels;
  if (header.width * header.height > most)
    throw new Refusal({ kind: "unusable-file" }, { sentence: ownMessages.pictureTooManyPixels(most) });
  const { width, height } = header.autoOrient;
  const widths = widthsFor(width);
  // Decoded once, to the largest width; the others are made from that.
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

/** What sharp cannot read is damaged; what it cannot read in time is not the sender's fault. */
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
