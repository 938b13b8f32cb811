import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { buildApp } from "#server/app.ts";
import { systemClock } from "#server/platform/clock.ts";
import { testConfiguration } from "#server/test/secret-key.ts";
import { testDatabase } from "#server/test/database.ts";
import { anAdmin } from "#server/test/factories.ts";
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

/** Starts an instance of a build. */
async function start(
  folder: string,
  { busyAfter = 0, env = {} }: { busyAfter?: number; env?: Record<string, string> } = {},
) {
  const configuration = testConfiguration(env);
  const app = await buildApp({ db, clock: systemClock, configuration, webFolder: folder, busyAfter });
  cleanups.push(() => app.close());
  return app;
}

/** Starts an instance of a build, and publishes its files for other instances. */
async function anInstance(folder: string) {
  await publishAssets(db, folder);
  return start(folder);
}

const script = "console.log('the application');".repeat(50);
const webFolder = aBuild({ "app-abc123.js": script });
writeFileSync(path.join(webFolder, "favicon.svg"), "<svg/>");
const app = await start(webFolder);
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

describe("a page", () => {
  it("is sent for every address other than calls and files, and is never cached", async () => {
    for (const url of ["/", "/user/home", "/user/inventories/a%2Fb", "/no/such/page"]) {
      const { statusCode, body, headers } = await get(url);
      expect([statusCode, headers["cache-control"]], url).toEqual([200, "no-store"]);
      expect(body).toContain("<title>The library</title>");
    }
  });

  it("contains the data it is rendered from, and nothing in that data can break out of it", async () => {
    const { userId } = await anAdmin({ db, clock: systemClock, configuration: testConfiguration({}) });
    const content = { heading: "</script><script>alert(1)</script>", text: "Soon" };
    const saved = { section: "signUp", version: 1, saved_at: new Date(), saved_by: userId };
    const revision = { ...saved, content: JSON.stringify(content) };
    await db.insertInto("site_content_revisions").values(revision).execute();
    const embeddedData = async (url: string) =>
      /<script type="application\/json" id="written">(.*?)<\/script><\/body>/s.exec((await get(url)).body)?.[1] ?? "";
    expect(JSON.parse(await embeddedData("/signup"))).toMatchObject({
      configuration: { presentation: "inventory", content: { site: { siteName: expect.any(String) } } },
      pages: { signUp: content },
    });
    expect(JSON.parse(await embeddedData("/user/home"))).not.toHaveProperty("pages");
  });

  it("runs only our own scripts and cannot be framed", async () => {
    const { headers } = await get("/user/home");
    const policy = String(headers["content-security-policy"]);
    expect(policy).toMatch(/script-src 'self' 'wasm-unsafe-eval'(;|$)/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["permissions-policy"]).toContain("camera=(self)");
  });

  it("requires HTTPS from then on if the library uses it, as does every file, answer, and error", async () => {
    const secure = await start(webFolder, { env: { PUBLIC_URL: "https://library.example.org" } });
    for (const url of [
      "/",
      "/user/inventories/%",
      "/assets/app-abc123.js",
      "/assets/gone.js",
      "/media/gone.webp",
      "/health/live",
      "/robots.txt",
      "/api/News/GetPublicItems",
      "/api/Order/GetOrders",
      "/api/%",
      "/api/gone",
    ]) {
      const { headers } = await secure.inject(url);
      expect(headers["strict-transport-security"], url).toBe("max-age=31536000; includeSubDomains");
      expect(headers["referrer-policy"], url).toBe("same-origin");
      expect((await get(url)).headers["strict-transport-security"], url).toBeUndefined();
    }
  });

  it("sets the anti-forgery cookie once", async () => {
    const cookie = String((await get("/")).headers["set-cookie"]);
    expect(cookie).toMatch(/^XSRF-TOKEN=[\w-]{20,}; Path=\/; SameSite=Strict$/);
    expect((await get("/", { cookie: cookie.split(";")[0] ?? "" })).headers["set-cookie"]).toBeUndefined();
  });
});

describe("a static file", () => {
  it("with a hash in its name is cached forever, and compressed for clients that accept it", async () => {
    const plain = await get("/assets/app-abc123.js");
    expect([plain.body, plain.headers["cache-control"]]).toEqual([script, "public, max-age=31536000, immutable"]);
    const compressed = await get("/assets/app-abc123.js", { "accept-encoding": "br" });
    expect(compressed.headers["content-encoding"]).toBe("br");
    expect(compressed.rawPayload.length).toBeLessThan(script.length / 5);
    expect((await get("/favicon.svg")).headers["cache-control"]).toBe("no-cache");
  });

  it("that is missing gets a 404 in the envelope rather than a page", async () => {
    for (const url of ["/assets/gone.js", "/api/gone", "/media/gone.webp", "/health/gone"]) {
      const { statusCode, body } = await get(url);
      expect([statusCode, body], url).toEqual([404, '{"isSuccess":false,"message":"Not found"}']);
    }
  });

  it("outside of the folder is unreachable", async () => {
    for (const url of [
      "/assets/../../package.json",
      "/..%2f..%2fpackage.json",
      "/assets/%2e%2e/%2e%2e/package.json",
      "//etc/passwd",
    ]) {
      const { body } = await get(url);
      expect(body, url).not.toMatch(/"dependencies"|root:/);
    }
  });
});

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
    for (const [instance, name, content] of [
      [oldInstance, "page-BBBB2222.js", newScript],
      [newInstance, "page-AAAA1111.js", oldScript],
    ] as const) {
      const { statusCode, body, headers } = await instance.inject(`/assets/${name}`);
      expect([statusCode, body]).toEqual([200, content]);
      expect(headers).toMatchObject({
        "content-type": "text/javascript; charset=utf-8",
        "cache-control": "public, max-age=31536000, immutable",
        "x-content-type-options": "nosniff",
        vary: "accept-encoding",
      });
      expect(headers).not.toHaveProperty("content-encoding");
      const compressed = await instance.inject({ url: `/assets/${name}`, headers: compressible });
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
});
