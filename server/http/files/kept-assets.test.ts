import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { buildApp } from "#server/app.ts";
import { systemClock } from "#server/platform/clock.ts";
import { readConfiguration } from "#server/platform/configuration.ts";
import { testDatabase } from "#server/test/database.ts";
import { publishAssets } from "./static-files.ts";

const { db } = await testDatabase();
const cleanups: (() => unknown)[] = [];
afterAll(async () => {
  for (const cleanUp of cleanups) await cleanUp();
});
beforeEach(() => sql`delete from stored_assets`.execute(db));

/** Makes a build folder with these files and a `.br` beside each script. */
function aBuild(files: Record<string, string>): string {
  const folder = mkdtempSync(path.join(tmpdir(), "library-web-"));
  cleanups.push(() => rmSync(folder, { recursive: true }));
  mkdirSync(path.join(folder, "assets"));
  writeFileSync(path.join(folder, "index.html"), "<!doctype html><title>The library</title><body></body>");
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(path.join(folder, "assets", name), content);
    if (name.endsWith(".js")) writeFileSync(path.join(folder, "assets", `${name}.br`), brotliCompressSync(content));
  }
  return folder;
}

/** Starts an instance of that build. */
async function anInstance(webFolder: string) {
  await publishAssets(db, webFolder);
  const app = await buildApp({ db, clock: systemClock, configuration: readConfiguration({}), webFolder, busyAfter: 0 });
  cleanups.push(() => app.close());
  return app;
}

const [oldScript, newScript] = ["console.log('before');".repeat(50), "console.log('after');".repeat(50)];
const [before, after] = [
  aBuild({ "page-AAAA1111.js": oldScript, "page-AAAA1111.css": "b{}", "font-9999.woff2": "font" }),
  aBuild({ "page-BBBB2222.js": newScript, "font-9999.woff2": "font" }),
];
const names = async () =>
  (await db.selectFrom("stored_assets").select("name").orderBy("name").execute()).map(({ name }) => name);

describe("instances of two versions running together", () => {
  it("serve each other's scripts and styles, so that a page works on either", async () => {
    const [oldInstance, newInstance] = [await anInstance(before), await anInstance(after)];
    const compressible = { "accept-encoding": "gzip, br" };
    for (const [app, name, content] of [
      [oldInstance, "page-BBBB2222.js", newScript],
      [newInstance, "page-AAAA1111.js", oldScript],
    ] as const) {
      const { statusCode, body, headers } = await app.inject(`/assets/${name}`);
      expect([statusCode, body]).toEqual([200, content]);
      expect(headers).toMatchObject({
        "content-type": "text/javascript; charset=utf-8",
        "cache-control": "public, max-age=31536000, immutable",
        "x-content-type-options": "nosniff",
        vary: "accept-encoding",
      });
      expect(headers).not.toHaveProperty("content-encoding");
      const compressed = await app.inject({ url: `/assets/${name}`, headers: compressible });
      expect(compressed.headers["content-encoding"]).toBe("br");
      expect(String(brotliDecompressSync(compressed.rawPayload))).toBe(content);
    }
    const style = await newInstance.inject({ url: "/assets/page-AAAA1111.css", headers: compressible });
    expect([style.body, style.headers["content-type"], style.headers["content-encoding"]]).toEqual([
      "b{}",
      "text/css; charset=utf-8",
      undefined,
    ]);
  });

  it("serve files of a version that starts later", async () => {
    const instance = await anInstance(before);
    const status = async () => (await instance.inject("/assets/page-BBBB2222.js")).statusCode;
    expect(await status()).toBe(404);
    await publishAssets(db, after);
    await expect.poll(status, { timeout: 30_000 }).toBe(200);
  });

  it("answer 404 for files that no version has", async () => {
    const app = await anInstance(after);
    for (const url of ["/assets/page-CCCC3333.js", "/assets/page.html", "/assets/..%2fpackage.json", "/assets/"])
      expect((await app.inject(url)).statusCode, url).toBe(404);
    await publishAssets(db, before);
    expect((await app.inject({ method: "POST", url: "/assets/page-AAAA1111.js" })).statusCode).not.toBe(200);
  });
});

describe("the files of a replaced version", () => {
  it("are deleted after a week, unless the current version has them too", async () => {
    await publishAssets(db, before);
    await publishAssets(db, after);
    await sql`update stored_assets set replaced_at = replaced_at - interval '6 days'`.execute(db);
    await publishAssets(db, after);
    expect(await names()).toEqual(["font-9999.woff2", "page-AAAA1111.css", "page-AAAA1111.js", "page-BBBB2222.js"]);
    await sql`update stored_assets set replaced_at = replaced_at - interval '2 days'`.execute(db);
    await publishAssets(db, after);
    expect(await names()).toEqual(["font-9999.woff2", "page-BBBB2222.js"]);
  });

  it("stay when their version is deployed again", async () => {
    for (const build of [before, after, before]) await publishAssets(db, build);
    await sql`update stored_assets set replaced_at = replaced_at - interval '8 days'`.execute(db);
    await publishAssets(db, before);
    expect(await names()).toEqual(["font-9999.woff2", "page-AAAA1111.css", "page-AAAA1111.js"]);
  });

  it("are not required when nothing was built", async () => {
    await publishAssets(db, path.join(tmpdir(), "no such folder"));
    expect(await names()).toEqual([]);
  });
});
