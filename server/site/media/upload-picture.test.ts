import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { uploadAttachment } from "#contract/site/media.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import { formOf, testApp } from "#server/test/app.ts";
import { anAdmin } from "#server/test/factories.ts";

const fixture = await testApp();
const admin = await anAdmin(fixture);

const plain = (width: number, height: number, color = "#2f6d5e") =>
  sharp({ create: { width, height, channels: 3, background: color } });
const fileOf = (bytes: Uint8Array | string, name = "picture.jpg") =>
  new File([typeof bytes === "string" ? bytes : Uint8Array.from(bytes)], name);
const upload = (file: File) => fixture.call(uploadAttachment, { upload: file }, admin.token);
const uploadBytes = async (bytes: Uint8Array | string, name?: string) => upload(fileOf(bytes, name));

const url = "/api/Inventory/UploadAttachment";
const authorization = `Bearer ${admin.token}`;

const send = async (headers: Record<string, string>, payload: Buffer | string) => {
  const answer = await fixture.app.inject({ method: "POST", url, headers: { authorization, ...headers }, payload });
  return { status: answer.statusCode, body: answer.json<{ isSuccess: boolean; message: string }>() };
};
async function sendFile(field: string, file: Blob | string, more: readonly [string, Blob | string][] = []) {
  const { headers, payload } = await formOf(field, file, more);
  return send(headers, payload);
}

const storage = async () => ({
  rows: await fixture.db.selectFrom("attachments").select("attachment_id").execute(),
  entries: await fixture.db.selectFrom("activity_log").select("entry_id").execute(),
  files: await readdir(path.join(fixture.configuration.dataFolder, "media")).catch(() => []),
});
const nothing = { rows: [], entries: [], files: [] };

const teal = plain(600, 800);
const noise = sharp({
  create: {
    width: 600,
    height: 800,
    channels: 3,
    background: "#888",
    noise: { type: "gaussian", mean: 128, sigma: 40 },
  },
});
const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);
const svg = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`;

/** Makes a PNG of many black pixels in few bytes. */
function bomb(width: number, height = width): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))]);
}

function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

const bad: [string, string, () => Promise<Buffer | string> | Buffer | string][] = [
  ["an SVG", ownMessages.pictureKind, () => svg],
  ["an SVG without a declaration", ownMessages.pictureKind, () => svg.slice(svg.indexOf("<svg"))],
  ["HTML", ownMessages.pictureKind, () => "<!doctype html><script>alert(1)</script>"],
  ["text", ownMessages.pictureKind, () => "not a picture"],
  ["a PDF", ownMessages.pictureKind, () => "%PDF-1.7\n1 0 obj <<>> endobj\n%%EOF"],
  ["a TIFF", ownMessages.pictureKind, () => teal.clone().tiff().toBuffer()],
  ["a program", ownMessages.pictureKind, () => Buffer.from("\x7fELF\x02\x01\x01", "latin1")],
  ["a script behind the first letters of a GIF", ownMessages.pictureDamaged, () => "GIF89a/*<svg>*/=1;alert(1)"],
  [
    "HTML behind the first letters of a JPEG",
    ownMessages.pictureDamaged,
    () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from("<script>alert(1)</script>")]),
  ],
  [
    "an SVG behind the first letters of a PNG",
    ownMessages.pictureKind,
    () => Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.from(svg)]),
  ],
  ["half a JPEG", ownMessages.pictureDamaged, async () => half(await noise.clone().jpeg().toBuffer())],
  [
    "half a progressive JPEG",
    ownMessages.pictureDamaged,
    async () => half(await noise.clone().jpeg({ progressive: true }).toBuffer()),
  ],
  ["half a PNG", ownMessages.pictureDamaged, async () => half(await noise.clone().png().toBuffer())],
  ["half a WebP", ownMessages.pictureDamaged, async () => half(await noise.clone().webp().toBuffer())],
  ["half a GIF", ownMessages.pictureDamaged, async () => half(await noise.clone().resize(90).gif().toBuffer())],
  ["half an AVIF", ownMessages.pictureDamaged, async () => half(await noise.clone().avif({ effort: 0 }).toBuffer())],
  [
    "the first twelve bytes of a JPEG",
    ownMessages.pictureDamaged,
    async () => (await noise.clone().jpeg().toBuffer()).subarray(0, 12),
  ],
  ["16,000 x 16,000 pixels in a few bytes", ownMessages.pictureTooManyPixels, () => bomb(16_000)],
  ["1 x 50,000,000 pixels", ownMessages.pictureTooLong, () => bomb(1, 50_000_000)],
  ["50,000,000 x 1 pixels", ownMessages.pictureTooLong, () => bomb(50_000_000, 1)],
  [
    "an AVIF that would take a gigabyte to read",
    ownMessages.avifTooManyPixels,
    () =>
      sharp({ create: { width: 4500, height: 4500, channels: 3, background: "teal" } })
        .avif({ effort: 0 })
        .toBuffer(),
  ],
];

describe("an upload", () => {
  it.each(bad)("of %s is rejected with its own message, whatever its name", async (_what, sentence, make) => {
    const bytes = await make();
    for (const name of ["picture.png", "picture.jpg"]) {
      expect(await sendFile("uploadFile", fileOf(bytes, name))).toEqual({
        status: 200,
        body: { isSuccess: false, message: sentence, reason: { kind: "unusable-file" } },
      });
    }
    expect(await storage()).toEqual(nothing);
  });

  it("of a decompression bomb has few bytes", () => {
    expect(bomb(16_000).length).toBeLessThan(100_000);
  });

  it("of 11 MB is answered with 413, whatever its declared length", async () => {
    const { headers, payload } = await formOf("uploadFile", fileOf(Buffer.alloc(11 * 1024 * 1024, 1)));
    const large = { status: 413, body: { isSuccess: false, message: ownMessages.pictureTooLarge } };
    expect(await send(headers, payload)).toEqual(large);
    expect(await send({ ...headers, "content-length": "1000" }, payload)).toEqual(large);
  });

  it("of a picture with trailing data keeps only the picture", async () => {
    const jpeg = await noise.clone().jpeg().toBuffer();
    const { headers, payload } = await formOf(
      "uploadFile",
      fileOf(Buffer.concat([jpeg, Buffer.from("<script>alert(1)</script>PK\x03\x04")]), "two.html"),
    );
    const answer = await fixture.app.inject({ method: "POST", url, headers: { authorization, ...headers }, payload });
    const { attachmentUrl } = answer.json<{ data: { attachmentUrl: string } }>().data;
    const served = (await fixture.app.inject({ url: attachmentUrl })).rawPayload;
    expect([served.subarray(0, 4).toString(), served.includes("<script>")]).toEqual(["RIFF", false]);
  });
});

const picture = async (address: string) => {
  const answer = await fixture.app.inject({ url: address });
  return { status: answer.statusCode, bytes: answer.rawPayload, facts: await sharp(answer.rawPayload).metadata() };
};

describe("an uploaded picture", () => {
  const formats = {
    "a.jpg": plain(900, 1200).jpeg(),
    "a.png": plain(900, 1200, "#123").png(),
    "a.webp": plain(900, 1200, "#345").webp(),
    "a.gif": plain(900, 1200, "#567").gif(),
    "a.avif": plain(900, 1200, "#789").avif({ effort: 0 }),
  };

  it.each(Object.entries(formats))("in %s is converted to WebP in several widths", async (name, original) => {
    const { status, body } = await uploadBytes(await original.toBuffer(), name);
    expect(status).toBe(200);
    expect(body).toMatchObject({ isSuccess: true, data: { fileName: name, width: 900, height: 1200 } });
    const sources = body.data.attachmentSrcset.split(", ").map((source) => source.split(" "));
    expect(sources.map(([, width]) => width)).toEqual(["160w", "320w", "640w", "900w"]);
    for (const [address = "", width = ""] of sources) {
      const { facts } = await picture(address);
      expect([facts.format, `${facts.width}w`]).toEqual(["webp", width]);
    }
    expect(sources[2]?.[0]).toBe(body.data.attachmentUrl);
  });

  it("is never enlarged", async () => {
    const { body } = await uploadBytes(await plain(90, 120).png().toBuffer());
    expect(body.data.attachmentSrcset).toMatch(/^\/media\/[0-9a-f]{32}-90\.webp 90w$/);
  });

  it("is upright, without its location or camera", async () => {
    const exif = { IFD0: { Make: "Secret Camera" }, IFD3: { GPSLatitude: "36/1 44/1 0/1", GPSLatitudeRef: "N" } };
    const bytes = await plain(800, 400).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect((await sharp(bytes).metadata()).exif?.toString("latin1")).toContain("Secret Camera");
    const { body } = await uploadBytes(bytes);
    expect(body.data).toMatchObject({ width: 400, height: 800 });
    const { facts, bytes: served } = await picture(body.data.attachmentUrl);
    expect([facts.width, facts.height, facts.exif, facts.orientation]).toEqual([400, 800, undefined, undefined]);
    expect(served.toString("latin1")).not.toMatch(/Secret|Exif|GPS|XMP|ICC/i);
  });

  it("with animation becomes its first frame", async () => {
    const frames = ["#f00", "#00f"].map((color) => plain(200, 100, color).png().toBuffer());
    for (const animation of [
      await sharp(await Promise.all(frames), { join: { animated: true } })
        .gif()
        .toBuffer(),
      await sharp(await Promise.all(frames), { join: { animated: true } })
        .webp({ lossless: true })
        .toBuffer(),
    ]) {
      const { body } = await uploadBytes(animation);
      expect(body.data).toMatchObject({ width: 200, height: 100 });
      const { bytes, facts } = await picture(body.data.attachmentUrl);
      const { dominant } = await sharp(bytes).stats();
      expect([facts.pages ?? 1, dominant.r > 200, dominant.b < 50]).toEqual([1, true, true]);
    }
  });

  it("in print colors is converted to web colors", async () => {
    const { body } = await uploadBytes(await plain(300, 300).toColourspace("cmyk").jpeg().toBuffer());
    expect((await picture(body.data.attachmentUrl)).facts.space).toBe("srgb");
  });

  it("keeps its transparency", async () => {
    const glass = sharp({ create: { width: 300, height: 300, channels: 4, background: "#ff000040" } });
    const { body } = await uploadBytes(await glass.png().toBuffer());
    expect((await picture(body.data.attachmentUrl)).facts.hasAlpha).toBe(true);
  });

  it("with a new name is the same picture with the latest name", async () => {
    const bytes = await plain(310, 310).png().toBuffer();
    const first = await uploadBytes(bytes, "IMG_0042.png");
    const second = await uploadBytes(bytes, "The cover.png");
    expect(second.body.data).toEqual({ ...first.body.data, fileName: "The cover.png" });
  });

  it.each([
    ["../../../etc/passwd.jpg", "passwd.jpg"],
    ["C:\\pictures\\cover.jpg", "cover.jpg"],
    ["cov\0er\u0007.jpg", "cover.jpg"],
    ["cover\u202Egpj.exe", "covergpj.exe"],
    ["<img src=x onerror=alert(1)>.jpg", "<img src=x onerror=alert(1)>.jpg"],
    ["健康 – corazón.jpg", "健康 – corazón.jpg"],
    ["..", "picture"],
    [`${"long ".repeat(60)}.jpeg`, expect.stringMatching(/^(long )+.*….jpeg$/)],
  ])("named %j gets a plain label", async (fileName, label) => {
    const pixels = { raw: { width: 8, height: 8, channels: 3 as const } };
    const { body } = await uploadBytes(await sharp(randomBytes(192), pixels).png().toBuffer(), fileName);
    expect(body.data.fileName).toEqual(label);
    expect(body.data.fileName.length).toBeLessThanOrEqual(100);
  });
});
