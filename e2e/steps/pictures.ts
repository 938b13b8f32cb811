import { crc32 } from "node:zlib";
import sharp from "sharp";

/** A file as a browser's picker provides it. */
export type PickedFile = { name: string; mimeType: string; buffer: Buffer };

/** A photograph of noise, so that it has a size. */
export async function aPhoto(width = 1200, height = 1600): Promise<PickedFile> {
  const noise = { type: "gaussian" as const, mean: 128, sigma: 40 };
  const picture = sharp({ create: { width, height, channels: 3, background: "#2f6d5e", noise } });
  return { name: "the cover.jpg", mimeType: "image/jpeg", buffer: await picture.jpeg().toBuffer() };
}

/** Everything that is refused, with its sentence. */
export async function wrongFiles(): Promise<[PickedFile, string][]> {
  const { buffer } = await aPhoto();
  const kind = "The picture must be a JPEG, PNG, WebP, GIF or AVIF file.";
  const file = (name: string, mimeType: string, content: Buffer | string): PickedFile => ({
    name,
    mimeType,
    buffer: Buffer.from(content),
  });
  return [
    [file("drawing.svg", "image/svg+xml", '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'), kind],
    [file("page.png", "image/png", "<!doctype html><script>alert(1)</script>"), kind],
    [
      file("half.jpg", "image/jpeg", buffer.subarray(0, buffer.length / 2)),
      "The picture is damaged and can't be read.",
    ],
    [file("bomb.png", "image/png", await bomb()), "The picture cannot have more than 50 million pixels."],
    [file("huge.png", "image/png", Buffer.alloc(11 * 1024 * 1024)), "The picture can't be larger than 10 MB."],
  ];
}

/** A small PNG whose header claims 16,000 x 16,000 pixels. */
async function bomb(): Promise<Buffer> {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#000" } })
    .png()
    .toBuffer();
  png.writeUInt32BE(16_000, 16);
  png.writeUInt32BE(16_000, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}
