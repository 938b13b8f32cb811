import { mkdir, readdir, writeFile } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import path from "node:path";
import { text as readText } from "node:stream/consumers";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { ownMessages } from "#contract/wire/messages.ts";
import { uploadAttachment } from "#contract/site/media.ts";
import { testApp } from "#server/test/app.ts";
import { anAdmin, anItem } from "#server/test/factories.ts";
import { s3Settings } from "#server/test/s3-server.ts";

const bucket = await s3Settings();
const fixtures = {
  "a folder": await testApp({ settings: { RATE_LIMIT_SCALE: "0.1" } }),
  "a bucket": await testApp({ settings: bucket }),
};
type Fixture = (typeof fixtures)["a folder"];

const jpeg = sharp({ create: { width: 700, height: 900, channels: 3, background: "#a64b14" } }).jpeg();
const picture = new File([Uint8Array.from(await jpeg.toBuffer())], "cover.jpg");
const upload = async (fixture: Fixture) =>
  fixture.call(uploadAttachment, { upload: picture }, (await anAdmin(fixture)).token);

/** Requests the raw address over a real connection, because URL would resolve its dots. */
async function requestRaw({ app }: Fixture, url: string) {
  if (!app.server.listening) await app.listen({ port: 0, host: "127.0.0.1" });
  const address = app.server.address();
  const client = request({ host: "127.0.0.1", port: typeof address === "object" ? address?.port : 0, path: url });
  client.end();
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    client.once("response", resolve).once("error", reject);
  });
  return {
    status: response.statusCode,
    body: await readText(response),
    cacheControl: response.headers["cache-control"],
  };
}

describe.each(Object.entries(fixtures))("a picture in %s", (_where, fixture) => {
  let address = "";
  let whole: Buffer = Buffer.alloc(0);
  beforeAll(async () => {
    address = (await upload(fixture)).body.data.attachmentUrl;
    whole = (await fixture.app.inject({ url: address })).rawPayload;
  });

  it("is cached forever, for everyone, and only as a picture", async () => {
    const answer = await fixture.app.inject({ url: address });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      "content-type": "image/webp",
      "content-length": String(whole.length),
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringContaining("sandbox"),
      etag: `"${path.basename(address, ".webp")}"`,
    });
    expect(answer.headers["set-cookie"]).toBeUndefined();
    expect((await sharp(answer.rawPayload).metadata()).width).toBe(640);
  });

  it("is not sent to a client that has it, or for a HEAD request", async () => {
    const etag = `"${path.basename(address, ".webp")}"`;
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const answer = await fixture.app.inject({ url: address, headers: { "if-none-match": tag } });
      expect([answer.statusCode, answer.rawPayload.length, answer.headers.etag]).toEqual([304, 0, etag]);
      expect(answer.headers["cache-control"]).toContain("immutable");
    }
    expect((await fixture.app.inject({ url: address, headers: { "if-none-match": '"other"' } })).statusCode).toBe(200);
    const head = await fixture.app.inject({ method: "HEAD", url: address });
    expect([head.statusCode, head.rawPayload.length, head.headers["content-length"]]).toEqual([
      200,
      0,
      String(whole.length),
    ]);
  });

  it.each([
    "/media/",
    "/media/../package.json",
    "/media/..%2f..%2fpackage.json",
    "/media/..%5c..%5cpackage.json",
    "/media/secret-1.webp",
    "/media/.aside-1",
    "/media/%00",
    `/media/${"0".repeat(32)}-640.webp`,
    `/media/${"a".repeat(600)}`,
  ])("is not found at %s", async (url) => {
    await mkdir(path.join(fixture.configuration.dataFolder, "media"), { recursive: true });
    await writeFile(path.join(fixture.configuration.dataFolder, "secret-1.webp"), "secret");
    await writeFile(path.join(fixture.configuration.dataFolder, "media", "secret-1.webp"), "secret");
    const answer = await requestRaw(fixture, url);
    expect([answer.status, JSON.parse(answer.body)]).toEqual([404, { isSuccess: false, message: "Not found" }]);
    expect(answer.cacheControl).toBe("no-store");
  });

  it("is not found in another width or in capitals", async () => {
    for (const wrong of [address.replace("-640", "-641"), address.toUpperCase()])
      expect((await fixture.app.inject({ url: wrong })).statusCode).toBe(404);
  });

  it("is in the answers about the items and news that use it", async () => {
    const { itemId } = await anItem(fixture);
    const { attachmentId: id, attachmentSrcset } = (await upload(fixture)).body.data;
    const columns = { attachment_id: id, attachment_alt: "A red book" };
    await fixture.db.updateTable("items").set(columns).where("item_id", "=", itemId).execute();
    await fixture.db
      .insertInto("news")
      .values({ title: "T", content: "C", ...columns })
      .execute();
    const dataOf = async (url: string) =>
      (await fixture.app.inject({ url: `/api/${url}` })).json<{ data: unknown }>().data;
    const flat = {
      attachmentId: id,
      attachmentUrl: address,
      attachmentSrcset,
      attachmentAlt: "A red book",
      fileName: "cover.jpg",
      attachment: { attachmentUrl: address },
    };
    expect(await dataOf(`Inventory/Get/${itemId}`)).toMatchObject(flat);
    for (const list of ["Inventory/GetRecentItems", "Inventory/GetEveryInventory"])
      expect(await dataOf(list)).toMatchObject([flat]);
    for (const text of ["", "Made", "%23"])
      expect(await dataOf(`Inventory/GetInventoryBySearchParams?searchString=${text}`)).toMatchObject(
        text === "%23" ? {} : { searchInStockResults: [flat] },
      );
    expect(await dataOf("News/GetPublicItems")).toMatchObject([
      {
        attachmentId: id,
        attachmentAlt: "A red book",
        attachment: { attachmentUrl: address, attachmentSrcset, fileName: "cover.jpg" },
      },
    ]);
  });
});

describe("the pictures of a page", () => {
  it("do not count toward an address's rate limit", async () => {
    const fixture = fixtures["a folder"];
    const { attachmentUrl } = (await upload(fixture)).body.data;
    for (let turn = 0; turn < 150; turn += 1)
      expect((await fixture.app.inject({ url: attachmentUrl, remoteAddress: "10.0.0.9" })).statusCode).toBe(200);
    const call = { url: "/api/Code/GetEveryGrade", remoteAddress: "10.0.0.9" };
    expect((await fixture.app.inject(call)).headers["x-ratelimit-remaining"]).toBe("119");
  });
});

describe("a failing file store", () => {
  it("is reported on upload, and nothing is stored", async () => {
    const fixture = await testApp({ settings: { ...bucket, S3_BUCKET: "elsewhere" } });
    const { status, body } = await upload(fixture);
    expect([status, body]).toEqual([503, { isSuccess: false, message: ownMessages.pictureNotStored }]);
    expect(await fixture.db.selectFrom("attachments").selectAll().execute()).toEqual([]);
    expect(await fixture.db.selectFrom("activity_log").selectAll().execute()).toEqual([]);
  });

  it("is reported to viewers of a picture", async () => {
    const fixture = await testApp({ settings: { ...bucket, S3_ACCESS_KEY_ID: "wrong-key" } });
    const answer = await fixture.app.inject({ url: `/media/${"0".repeat(32)}-640.webp` });
    expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([503, "no-store"]);
  });

  it("stores no row without its files", async () => {
    const fixture = await testApp();
    const media = path.join(fixture.configuration.dataFolder, "media");
    await mkdir(path.dirname(media), { recursive: true });
    await writeFile(media, "a file where the folder should be");
    expect((await upload(fixture)).status).toBe(503);
    expect(await fixture.db.selectFrom("attachments").selectAll().execute()).toEqual([]);
    expect(await readdir(path.dirname(media))).toEqual(["media"]);
  });
});
