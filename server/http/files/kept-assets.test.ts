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
import { keepAssets } from "./kept-assets.ts";

const { db } = await testDatabase();
const made: (() => unknown)[] = [];
afterAll(async () => {
  for (const end of made) await end();
});
beforeEach(() => sql`delete from kept_assets`.execute(db));

/** A build with these files; `.br` beside each script, as the build has it. */
function aBuild(files: Record<string, string>): string {
  const folder = mkdtempSync(path.join(tmpdir(), "library-web-"));
  made.push(() => rmSync(folder, { recursive: true }));
  mkdirSync(path.join(folder, "assets"));
  writeFileSync(path.join(folder, "index.html"), "<!doctype html><title>The library</title><body></body>");
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(path.join(folder, "assets", name), content);
    if (name.endsWith(".js")) writeFileSync(path.join(folder, "assets", `${name}.br`), brotliCompressSync(content));
  }
  return folder;
}

/** An instance of that build, as it starts. */
async function anInstance(webFolder: string) {
  await keepAssets(db, webFolder);
  const app = await buildApp({ db, clock: systemClock, configuration: readConfiguration({}), webFolder, busyAfter: 0 });
  made.push(() => app.close());
  return app;
}

const [oldScript, newScript] = ["console.log('before');".repeat(50), "console.log('after');".repeat(50)];
const [before, after] = [
  aBuild({ "page-AAAA1111.js": oldScript, "page-AAAA1111.css": "b{}", "font-9999.woff2": "font" }),
  aBuild({ "page-BBBB2222.js": newScript, "font-9999.woff2": "font" }),
];
const names = async () =>
  (await db.selectFrom("kept_assets").select("name").orderBy("name").execute()).map(({ name }) => name);

describe("instances of two versions", () => {
  it("have each other's scripts and styles, so that a page works whichever drew it", async () => {
    const [one, other] = [await anInstance(before), await anInstance(after)];
    const small = { "accept-encoding": "gzip, br" };
    for (const [app, name, content] of [
      [one, "page-BBBB2222.js", newScript],
      [other, "page-AAAA1111.js", oldScript],
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
      const compressed = await app.inject({ url: `/assets/${name}`, headers: small });
      expect(compressed.headers["content-encoding"]).toBe("br");
      expect(String(brotliDecompressSync(compressed.rawPayload))).toBe(content);
    }
    const style = await other.inject({ url: "/assets/page-AAAA1111.css", headers: small });
    expect([style.body, style.headers["content-type"], style.headers["content-encoding"]]).toEqual([
      "b{}",
      "text/css; charset=utf-8",
      undefined,
    ]);
  });

  it("find what another one brought while they ran", async () => {
    const one = await anInstance(before);
    const missing = async () => (await one.inject("/assets/page-BBBB2222.js")).statusCode;
    expect(await missing()).toBe(404);
    await keepAssets(db, after);
    await expect.poll(missing, { timeout: 30_000 }).toBe(200);
  });

  it("answer 404 for what no version has, and for what is no file of the application", async () => {
    const app = await anInstance(after);
    for (const url of ["/assets/page-CCCC3333.js", "/assets/page.html", "/assets/..%2fpackage.json", "/assets/"])
      expect((await app.inject(url)).statusCode, url).toBe(404);
    await keepAssets(db, before);
    expect((await app.inject({ method: "POST", url: "/assets/page-AAAA1111.js" })).statusCode).not.toBe(200);
  });
});

describe("the files of a version that was replaced", () => {
  it("go after a week, and those that a version has stay", async () => {
    await keepAssets(db, before);
    await keepAssets(db, after);
    await sql`update kept_assets set replaced_at = replaced_at - interval '6 days'`.execute(db);
    await keepAssets(db, after);
    expect(await names()).toEqual(["font-9999.woff2", "page-AAAA1111.css", "page-AAAA1111.js", "page-BBBB2222.js"]);
    await sql`update kept_assets set replaced_at = replaced_at - interval '2 days'`.execute(db);
    await keepAssets(db, after);
    expect(await names()).toEqual(["font-9999.woff2", "page-BBBB2222.js"]);
  });

  it("stay when their version comes back", async () => {
    for (const build of [before, after, before]) await keepAssets(db, build);
    await sql`update kept_assets set replaced_at = replaced_at - interval '8 days'`.execute(db);
    await keepAssets(db, before);
    expect(await names()).toEqual(["font-9999.woff2", "page-AAAA1111.css", "page-AAAA1111.js"]);
  });

  it("are not missed where nothing was built", async () => {
    await keepAssets(db, path.join(tmpdir(), "no such folder"));
    expect(await names()).toEqual([]);
  });
});
