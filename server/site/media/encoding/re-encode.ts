import sharp from "sharp";
import { pictureLimits } from "#contract/wire/size-limits.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import { widthsFor } from "../media.rules.ts";

/** A re-encoded picture: upright, in sRGB, without metadata. */
export type EncodedPicture = {
  /** The size of the original, upright, in pixels. */
  width: number;
  height: number;
  /** WebP in each width, ascending. */
  versions: { width: number; content: Uint8Array }[];
};

// libvips opens anything it has a loader for: block all but the five accepted formats.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["Jpeg", "Png", "Webp", "Nsgif", "Heif"].map((reader) => `VipsForeignLoad${reader}Buffer`),
});
sharp.cache(false); // no picture comes twice
sharp.concurrency(1); // threads per picture; the others answer requests

const longest = 16_383; // pixels per side, WebP's own limit
const patience = 30; // s

/** Re-encodes a picture that sharp must recognize as `format`; or the sentence of why not, or "late". */
export async function reEncode(bytes: Uint8Array, format: string): Promise<EncodedPicture | string> {
  try {
    return (await objectionTo(bytes, format)) ?? (await encode(bytes));
  } catch (error) {
    // oxlint-disable-next-line house/sentences -- sharp gives a timeout no code
    if (error instanceof Error && /timeout/i.test(error.message)) return "late"; // not the sender's fault
    return ownMessages.pictureDamaged; // what sharp cannot read
  }
}

/** Judged by the header alone, so that each limit has its own sentence. */
async function objectionTo(bytes: Uint8Array, format: string): Promise<string | undefined> {
  const header = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (header.format !== format) return ownMessages.pictureKind;
  const [most, sentence] =
    format === "heif"
      ? [pictureLimits.avifPixels, ownMessages.avifTooManyPixels]
      : [pictureLimits.pixels, ownMessages.pictureTooManyPixels];
  if (header.width * header.height > most) return sentence;
  return Math.max(header.width, header.height) > pictureLimits.side ? ownMessages.pictureTooLong : undefined;
}

async function encode(bytes: Uint8Array): Promise<EncodedPicture> {
  const { width, height } = (await sharp(bytes, { limitInputPixels: false }).metadata()).autoOrient;
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
