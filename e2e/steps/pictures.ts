import sharp from "sharp";

/** A file as a browser's picker provides it. */
export type PickedFile = { name: string; mimeType: string; buffer: Buffer };

/** Returns a photo of noise, so that it has a realistic size. */
export async function aPhoto(width = 1200, height = 1600): Promise<PickedFile> {
  const noise = { type: "gaussian" as const, mean: 128, sigma: 40 };
  const picture = sharp({ create: { width, height, channels: 3, background: "#2f6d5e", noise } });
  return { name: "the cover.jpg", mimeType: "image/jpeg", buffer: await picture.jpeg().toBuffer() };
}
