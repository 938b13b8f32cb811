import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { buildApp } from "#server/app.ts";
import { systemClock } from "#server/platform/clock.ts";
import { readConfiguration } from "#server/platform/configuration.ts";
import { testDatabase } from "#server/test/database.ts";
import { anAdmin } from "#server/test/factories.ts";

const webFolder = mkdtempSync(path.join(tmpdir(), "library-web-"));
const script = "console.log('the application');".repeat(50);
mkdirSync(path.join(webFolder, "assets"));
writeFileSync(path.join(webFolder, "index.html"), "<!doctype html><title>The library</title><body></body>");
writeFileSync(path.join(webFolder, "assets/app-abc123.js"), script);
writeFileSync(path.join(webFolder, "assets/app-abc123.js.br"), brotliCompressSync(script));
writeFileSync(path.join(webFolder, "favicon.svg"), "<svg/>");

const { db } = await testDatabase();
const app = await buildApp({ db, clock: systemClock, configuration: readConfiguration({}), webFolder, busyAfter: 0 });
afterAll(async () => {
  await app.close();
  rmSync(webFolder, { recursive: true });
});
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
    const { userId } = await anAdmin({
      db,
      clock: systemClock,
      configuration: readConfiguration({}),
    });
    const content = { heading: "</script><script>alert(1)</script>", text: "Soon" };
    const saved = { section: "signUp", version: 1, saved_at: new Date(), saved_by: userId };
    await db
      .insertInto("site_content_revisions")
      .values({ ...saved, content: JSON.stringify(content) })
      .execute();
    const written = async (url: string) =>
      /<script type="application\/json" id="written">(.*?)<\/script><\/body>/s.exec((await get(url)).body)?.[1] ?? "";
    expect(JSON.parse(await written("/signup"))).toMatchObject({
      configuration: { presentation: "inventory", content: { site: { siteName: expect.any(String) } } },
      pages: { signUp: content },
    });
    expect(JSON.parse(await written("/user/home"))).not.toHaveProperty("pages");
  });

  it("is served with its files by a library that is too busy for calls", async () => {
    const configuration = readConfiguration({});
    const busy = await buildApp({ db, clock: systemClock, configuration, webFolder, busyAfter: 0.001 });
    onTestFinished(() => busy.close());
    const call = (url = "/api/News/GetPublicItems") => busy.inject(url);
    await expect.poll(async () => (await call()).statusCode, { timeout: 5000 }).toBe(503);
    expect((await call("/%61pi/News/GetPublicItems")).statusCode).toBe(503);
    expect((await call()).headers["retry-after"]).toBe("10");
    expect((await call()).json()).toMatchObject({ isSuccess: false });
    expect((await busy.inject("/user/home")).statusCode).toBe(200);
    expect((await busy.inject("/assets/app-abc123.js")).statusCode).toBe(200);
  });

  it("runs only our own scripts and cannot be framed", async () => {
    const { headers } = await get("/user/home");
    const policy = String(headers["content-security-policy"]);
    expect(policy).toMatch(/script-src 'self' 'wasm-unsafe-eval'(;|$)/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["permissions-policy"]).toContain("camera=(self)");
  });

  it("requires HTTPS from then on when the library has it, as does every file, answer, and error", async () => {
    const configuration = readConfiguration({ PUBLIC_URL: "https://library.example.org" });
    const secure = await buildApp({ db, clock: systemClock, configuration, webFolder, busyAfter: 0 });
    onTestFinished(() => secure.close());
    const urls = [
      "/",
      "/user/inventories/%",
      "/assets/app-abc123.js",
      "/assets/gone.js",
      "/media/gone.webp",
      "/health/live",
    ];
    for (const url of [
      ...urls,
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
