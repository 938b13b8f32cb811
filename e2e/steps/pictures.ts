import sharp from "sharp";

/** A file as a browser's picker provides it. */
export type PickedFile = { name: string; mimeType: string; buffer: Buffer };

/** A photograph of noise, so that it has a size. */
export async function aPhoto(width = 1200, height = 1600): Promise<PickedFile> {
  const noise = { type: "gaussian" as const, mean: 128, sigma: 40 };
  const picture = sharp({ create: { width, height, channels: 3, background: "#2f6d5e", noise } });
  return { name: "the cover.jpg", mimeType: "image/jpeg", buffer: await picture.jpeg().toBuffer() };
}

/** Files that are refused, with their sentences: by the server, and by the page itself. */
export const wrongFiles = (): [PickedFile, string][] => [
  [
    { name: "page.png", mimeType: "image/png", buffer: Buffer.from("<!doctype html><script>alert(1)</script>") },
    "The picture must be a JPEG, PNG, WebP, GIF, or AVIF file.",
  ],
  [
    { name: "huge.png", mimeType: "image/png", buffer: Buffer.alloc(11 * 1024 * 1024) },
    "The picture can’t be larger than 10 MB.",
  ],
];
