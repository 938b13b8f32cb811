import { randomBytes } from "node:crypto";
import sharp from "sharp";

/** Returns a small unique picture as a browser uploads it. */
export async function aPicture(name = "picture.png"): Promise<File> {
  const size = { width: 24, height: 32, channels: 3 } as const;
  const bytes = await sharp(randomBytes(size.width * size.height * size.channels), { raw: size })
    .png()
    .toBuffer();
  return new File([Uint8Array.from(bytes)], name);
}
