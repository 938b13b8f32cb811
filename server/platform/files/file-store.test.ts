import { createHash, createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdir, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import os from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { S3mini } from "s3mini";
import { afterAll, describe, expect, it } from "vitest";
import { killChildren, startChild } from "#server/test/child-process.ts";
import { atTheEnd } from "#server/test/ends/at-the-end.ts";
import { s3Settings } from "#server/test/s3-server.ts";
import { readConfiguration } from "../configuration.ts";
import { type FileStore, FileStoreError } from "./file-store.ts";
import { openFileStore } from "./open-file-store.ts";

const dataFolder = path.join(os.tmpdir(), `library-test-files-${randomUUID()}`);
afterAll(killChildren);
afterAll(() => rm(dataFolder, { recursive: true, force: true }));
const bucket = await s3Settings();
const store = (settings: Record<string, string>) =>
  openFileStore(readConfiguration({ DATA_DIR: dataFolder, ...settings }));

const content = async (files: FileStore, name: string) => {
  const file = await files.read(name);
  return file && { size: file.size, text: (await buffer(file.content)).toString() };
};
/** Reads a file from the bucket without the library. */
const inBucket = (name: string) =>
  new S3mini({
    endpoint: `${bucket.S3_ENDPOINT}/${bucket.S3_BUCKET}`,
    region: bucket.S3_REGION,
    accessKeyId: bucket.S3_ACCESS_KEY_ID,
    secretAccessKey: bucket.S3_SECRET_ACCESS_KEY,
  }).getObjectResponse(`media/${name}`);
const file = (name: string, text: string) => ({ name, content: new TextEncoder().encode(text) });

// The test S3 server accepts any signature for a known key. This one verifies signatures by Amazon's description of
// version 4, independently of the client's code, and answers as a real one does.
async function strictServer(secret: string) {
  const server = createServer((request, response) => {
    const { authorization = "" } = request.headers;
    const [, scope = "", names = "", signature] =
      /Credential=[^/]+\/(\S+), ?SignedHeaders=([^,]+), ?Signature=(\w+)/.exec(authorization) ?? [];
    const headers = names.split(";").map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
    const body = String(request.headers["x-amz-content-sha256"]);
    const canonicalRequest = [request.method, request.url, "", headers.join(""), names, body].join("\n");
    const hash = createHash("sha256").update(canonicalRequest).digest("hex");
    const text = ["AWS4-HMAC-SHA256", request.headers["x-amz-date"], scope, hash].join("\n");
    const key = scope
      .split("/")
      .reduce<Buffer | string>((from, part) => createHmac("sha256", from).update(part).digest(), `AWS4${secret}`);
    const isValid = createHmac("sha256", key).update(text).digest("hex") === signature;
    request.resume().on("end", () => {
      if (isValid) response.writeHead(200).end();
      else
        response
          .writeHead(403, { "content-type": "application/xml" })
          .end(
            `<?xml version="1.0"?><Error><Code>SignatureDoesNotMatch</Code><AWSAccessKeyId>S3RVER</AWSAccessKeyId><StringToSign>${text}</StringToSign></Error>`,
          );
    });
  });
  return { S3_ENDPOINT: await listening(server), S3_ACCESS_KEY_ID: "wrong-key" };
}

async function listening(server: Server) {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  atTheEnd(() => server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
}

/** Returns an address where nothing listens. */
async function closedAddress() {
  const server = createServer();
  const address = await listening(server);
  server.close();
  return address;
}

describe.each([
  ["a folder", store({})],
  ["a bucket", store(bucket)],
])("a store in %s", (_where, files) => {
  it("returns what was written, and null for a missing file", async () => {
    await files.write([file("a-160.webp", "small"), file("a-320.webp", "larger")]);
    expect(await content(files, "a-320.webp")).toEqual({ size: 6, text: "larger" });
    expect(await content(files, "a-640.webp")).toBeNull();
  });

  it("replaces a file that is written again", async () => {
    await files.write([file("again.webp", "before, and longer")]);
    await files.write([file("again.webp", "after")]);
    expect(await content(files, "again.webp")).toEqual({ size: 5, text: "after" });
  });

  it("removes existing files and ignores missing ones", async () => {
    await files.write([file("gone.webp", "soon")]);
    await files.remove(["gone.webp", "never-there.webp"]);
    expect(await content(files, "gone.webp")).toBeNull();
  });

  it("rejects names that are paths or otherwise unusual", async () => {
    for (const name of ["../a.webp", "a/b.webp", "..", "", "a\0.webp", ".aside-1", `${"a".repeat(200)}.webp`]) {
      await expect(files.read(name)).rejects.toThrow(FileStoreError);
      await expect(files.write([file(name, "x")])).rejects.toThrow(FileStoreError);
      await expect(files.remove([name])).rejects.toThrow(FileStoreError);
    }
  });
});

describe("a file store in a bucket", () => {
  it("gives each file its content type", async () => {
    await store(bucket).write(["a-160.webp", "a.pdf", "a.eml"].map((name) => file(name, "x")));
    const types = ["a-160.webp", "a.pdf", "a.eml"].map(async (name) =>
      (await inBucket(name))?.headers.get("content-type"),
    );
    expect(await Promise.all(types)).toEqual(["image/webp", "application/pdf", "application/octet-stream"]);
  });
});

describe("a file store in a folder", () => {
  it("gives a reader one version or the other, never a mix", async () => {
    const files = store({});
    const texts = ["a".repeat(200_000), "b".repeat(200_000)];
    await files.write([file("both.webp", texts[0] ?? "")]);
    const writing = Promise.all(
      Array.from({ length: 10 }, (_, turn) => files.write([file("both.webp", texts[turn % 2] ?? "")])),
    );
    for (let turn = 0; turn < 10; turn += 1) expect(texts).toContain((await content(files, "both.webp"))?.text);
    await writing;
  });

  it("never contains a partial file, whenever its writer is killed", async () => {
    for (let round = 0; round < 8; round += 1) {
      const folder = path.join(dataFolder, `round-${round}`);
      const writer = startChild("server/test/children/writing-files.ts", { FOLDER: folder });
      await writer.line(/begun/);
      // kills it at a different point each time
      for (let turn = 0; turn < round * 3; turn += 1) await readdir(folder);
      writer.kill("SIGKILL");
      await writer.exited;
      const written = await readFile(path.join(folder, "picture.webp"));
      expect(written.equals(Buffer.alloc(16_000_000, written[0]))).toBe(true);
    }
  });

  it("is empty while the folder does not exist", async () => {
    const files = store({ DATA_DIR: path.join(dataFolder, "not-yet") });
    expect(await files.read("a.webp")).toBeNull();
    await files.remove(["a.webp"]);
    await files.tidy(0);
  });

  it("removes old temporary files of killed writers and nothing else", async () => {
    const folder = path.join(dataFolder, "killed", "media");
    await mkdir(folder, { recursive: true });
    for (const name of [".aside-old", ".aside-new", "kept.webp"]) await writeFile(path.join(folder, name), "x");
    for (const name of [".aside-old", "kept.webp"]) await utimes(path.join(folder, name), 1000, 1000);
    await store({ DATA_DIR: path.dirname(folder) }).tidy(1000 * 60);
    expect((await readdir(folder)).toSorted()).toEqual([".aside-new", "kept.webp"]);
  });

  it("reports a folder that is not writable and leaves nothing behind", async () => {
    const blocked = path.join(dataFolder, "blocked");
    await mkdir(path.join(blocked, "media", "a.webp", "in the way"), { recursive: true });
    await expect(store({ DATA_DIR: blocked }).write([file("a.webp", "x")])).rejects.toThrow(
      /^Cannot write to the folder of stored files \(E\w+\)\.$/,
    );
    expect(await readdir(path.join(blocked, "media"))).toEqual(["a.webp"]);
  });
});

const strict = await strictServer("right-secret");
const deadAddress = await closedAddress();

describe("a bucket that cannot be used", () => {
  it.each([
    [
      "does not exist",
      { S3_BUCKET: "elsewhere" },
      /"elsewhere": the storage answered 404 NoSuchBucket; check S3_BUCKET/,
    ],
    ["has another secret", strict, /answered 403 SignatureDoesNotMatch; check/],
    ["has another key", { S3_ACCESS_KEY_ID: "wrong-key" }, /answered 403 InvalidAccessKeyId; check/],
    ["does not answer", { S3_ENDPOINT: deadAddress }, /it could not be reached \(ECONNREFUSED\); check S3_ENDPOINT\.$/],
  ])("because it %s is reported with the setting to check and without secrets", async (_why, wrong, sentence) => {
    const error: unknown = await store({ ...bucket, S3_SECRET_ACCESS_KEY: "wrong-secret", ...wrong })
      .write([file("a.webp", "x")])
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(FileStoreError);
    expect(String(error)).toMatch(sentence);
    expect(JSON.stringify([String(error), error instanceof Error && error.cause])).not.toMatch(
      /wrong-secret|wrong-key|S3RVER/,
    );
  });
});

describe("a bucket that checks signatures", () => {
  it("accepts requests signed with the right secret", async () => {
    const files = store({ ...bucket, ...strict, S3_SECRET_ACCESS_KEY: "right-secret" });
    await expect(files.write([file("a.webp", "x")])).resolves.toBeUndefined();
    await expect(files.remove(["a.webp"])).resolves.toBeUndefined();
  });
});
