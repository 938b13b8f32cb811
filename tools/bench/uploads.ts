import sharp from "sharp";
import { pictureLimits } from "#contract/wire/size-limits.ts";
import { withLibrary } from "./bench-library.ts";
import { tableOfSteps } from "./table-of-steps.ts";

/** Uploads pictures. */
export function measureUploads(): Promise<string> {
  return withLibrary({}, async (bench) => {
    const photo = await tenMegabytes();
    const avif = await noise(4400, 4400).avif({ quality: 30, effort: 0 }).toBuffer();
    const send = async (picture: Buffer) => {
      const body = new FormData();
      body.append("uploadFile", new Blob([new Uint8Array(picture)]), "photo.jpg");
      await bench.clerk.tell("Inventory/UploadAttachment", body);
      return `${(picture.length / 1024 / 1024).toFixed(2)} MB`;
    };
    /** The same photo with different content: bytes after its end are ignored. */
    const another = (turn: number) => Buffer.concat([photo, Buffer.from(`copy ${turn}`)]);
    return tableOfSteps(bench, [
      ["a photo of 24 million pixels", () => send(photo)],
      ["a second one", () => send(another(2))],
      ["a third one", () => send(another(3))],
      [
        "twenty at once",
        async () =>
          `${(await Promise.all(Array.from({ length: 20 }, (_, turn) => send(another(100 + turn))))).length} photos`,
      ],
      ["an AVIF of 19 million pixels", () => send(avif)],
    ]);
  });
}

const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: "#888", noise: { type: "gaussian", mean: 128, sigma: 30 } },
  });

/** A photo of 6000 x 4000 pixels, as close to the size limit as the quality steps allow. */
async function tenMegabytes(): Promise<Buffer> {
  const raw = await noise(6000, 4000).raw().toBuffer();
  let best = Buffer.alloc(0);
  for (let [least, most] = [1, 100]; least <= most;) {
    const quality = Math.floor((least + most) / 2);
    const photo = await sharp(raw, { raw: { width: 6000, height: 4000, channels: 3 } })
      .jpeg({ quality })
      .toBuffer();
    if (photo.length > pictureLimits.bytes - 100) most = quality - 1;
    else [best, least] = [Buffer.from(photo), quality + 1];
  }
  return best;
}
