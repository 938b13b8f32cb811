import sharp from "sharp";
import { pictureLimits } from "#contract/wire/size-limits.ts";
import { ownMessages } from "#contract/wire/messages.ts";
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

/** Re-encodes a picture that sharp must recognize as `format`. Returns the message of a refusal or "late" if it can't. */
export async function reEncode(bytes: Uint8Array, format: string): Promise<EncodedPicture | string> {
  try {
    return (await objectionTo(bytes, format)) ?? (await encode(bytes));
  } catch (error) {
    // oxlint-disable-next-line house/sentences -- sharp gives a timeout no code
    if (error instanceof Error && /timeout/i.test(error.message)) return "late"; // the picture may be fine
    return ownMessages.pictureDamaged;
  }
}

/** Checks the header alone, so that each limit has its own message. */
async function objectionTo(bytes: Uint8Array, format: string): Promise<string | undefined> {
  const header = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (header.format !== format) return ownMessages.pictureKind;
  const [maxPixels, sentence] =
    format === "heif"
      ? [pictureLimits.avifPixels, ownMessages.avifTooManyPixels]
      : [pictureLimits.pixels, ownMessages.pictureTooManyPixels];
  if (header.width * header.height > maxPixels) return sentence;
  return Math.max(header.width, header.height) > pictureLimits.side ? ownMessages.pictureTooLong : undefined;
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
