import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { uploadAttachment } from "#contract/site/media.ts";
import { testApp } from "#server/test/app.ts";
import { anAdmin } from "#server/test/factories.ts";

const fixture = await testApp();
const admin = await anAdmin(fixture);

const plain = (width: number, height: number, color = "#2f6d5e") =>
  sharp({ create: { width, height, channels: 3, background: color } });
const fileOf = (bytes: Uint8Array | string, name = "picture.jpg") =>
  new File([typeof bytes === "string" ? bytes : Uint8Array.from(bytes)], name);
const upload = (file: File) => fixture.call(uploadAttachment, { upload: file }, admin.token);
const uploadBytes = async (bytes: Uint8Array | string, name?: string) => upload(fileOf(bytes, name));

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
