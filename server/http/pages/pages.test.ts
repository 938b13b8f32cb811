import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildApp, type Parts } from "#server/app.ts";
import { systemClock } from "#server/platform/clock.ts";
import { installedContent } from "#server/site/content/current-content.ts";
import { logOptions } from "#server/platform/log.ts";
import { testConfiguration } from "#server/test/secret-key.ts";
import { projectRoot } from "#server/platform/project-root.ts";
import { testDatabase } from "#server/test/database.ts";
import { anAdmin, anItem } from "#server/test/factories.ts";
import { logEntries } from "#server/test/outages/log-entries.ts";
import * as z from "zod";
import { loadRenderer } from "./send-page.ts";

const webFolder = mkdtempSync(path.join(tmpdir(), "library-web-"));
mkdirSync(path.join(webFolder, ".vite"));
writeFileSync(
  path.join(webFolder, "index.html"),
  '<!doctype html><html lang="en"><head><title>Empty</title><script src="/first.js"></script><script type="module" src="/assets/main.js"></script></head><body><div id="root" role="presentation"></div></body></html>',
);
const [style, script] = [".item { color: teal }", "document.title = '$&';"];
mkdirSync(path.join(webFolder, "assets"));
writeFileSync(path.join(webFolder, "assets/item.css"), style);
writeFileSync(path.join(webFolder, "first.js"), `// why\n${script}`);
const item = { file: "assets/item.js", css: ["assets/item.css"], imports: ["_shelf.js"] };
writeFileSync(
  path.join(webFolder, ".vite/manifest.json"),
  JSON.stringify({ "catalog/item/view-item-page.tsx": item, "_shelf.js": { file: "assets/shelf.js" } }),
);

const evil = '</script><script>alert(1)</script> & "quotes"';
const configuration = testConfiguration({ PUBLIC_URL: "https://library.example" });
const { db } = await testDatabase();
const parts = { db, clock: systemClock, configuration };
const start = (other: Partial<Parts> = {}) => buildApp({ ...parts, webFolder, renderer, busyAfter: 0, ...other });
let app: Awaited<ReturnType<typeof buildApp>>;
let renderer: Awaited<ReturnType<typeof loadRenderer>>;
let inventoryId = 0;
let newsId = 0;

beforeAll(async () => {
  // does nothing when the build is current, as in `npm test`
  execFileSync(process.execPath, ["tools/build.mjs"], {
    cwd: projectRoot,
    env: { ...process.env, NODE_ENV: "production" },
  });
  renderer = await loadRenderer(path.join(projectRoot, "dist/render"));
  app = await start();
  const { userId } = await anAdmin(parts);
  inventoryId = (await anItem(parts, 2, { title: evil })).itemId;
  const news = { title: evil, content: "Come **in**.", changed_by: userId };
  newsId = (await db.insertInto("news").values(news).returning("news_id").executeTakeFirstOrThrow()).news_id;
}, 600_000); // long enough to build everything
afterAll(async () => {
  await app.close();
  rmSync(webFolder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
const embedded = z.object({
  queries: z.array(z.tuple([z.array(z.unknown()), z.unknown()])),
  shown: z.string().optional(),
});
const embeddedIn = (html: string) =>
  embedded.parse(JSON.parse(/<script type="application\/json" id="written">(.*?)<\/script>/s.exec(html)?.[1] ?? "{}"));

const structured = z.looseObject({
  description: z.string().optional(),
  itemListElement: z.array(z.unknown()).optional(),
});
const structuredData = async (url: string) =>
  [...(await get(url)).body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, text]) =>
    structured.parse(JSON.parse(text ?? "")),
  );

describe("a public page", () => {
  it("arrives complete with text, head, styles, and the data it was rendered from", async () => {
    const { statusCode, body } = await get(`/user/viewitem/${inventoryId}`);
    expect(statusCode).toBe(200);
    expect(body).toContain("Add to Cart");
    expect(body).toContain(`<link rel="canonical" href="https://library.example/user/viewitem/${inventoryId}">`);
    expect(body).toMatch(/<meta property="og:image" content="https:\/\/library\.example\/\S+">/);
    expect(body.indexOf("assets/shelf.js")).toBeLessThan(body.indexOf("assets/item.js"));
    expect(body.match(/<title>/g)).toHaveLength(1);
    expect(embeddedIn(body).queries.map(([name]) => name)).toEqual([["catalog", "item", String(inventoryId)]]);
  });

  it("defers its modules, but not its styles, until after the first paint", async () => {
    const { body } = await get(`/user/viewitem/${inventoryId}`);
    const deferred = /<template id="application">(.*?)<\/template>/s.exec(body)?.[1] ?? "";
    expect(deferred).toContain('<script type="module" src="/assets/main.js"></script>');
    expect(deferred).toContain('<link rel="modulepreload" crossorigin href="/assets/item.js">');
    expect(body.replace(deferred, "")).not.toMatch(/type="module"|modulepreload/);
    expect(deferred).not.toContain(".css");
    expect((await get("/user/login")).body).not.toContain("<template");
  });

  it("inlines its styles and first script, and its content policy allows only those", async () => {
    const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
    const { body, headers } = await get(`/user/viewitem/${inventoryId}`);
    expect(body).toContain(`<script>${script}</script>`);
    // the build's loader fetches styles that have no link
    expect(body).toContain(
      `<style>${style}</style><link disabled rel="stylesheet" crossorigin href="/assets/item.css">`,
    );
    const policy = String(headers["content-security-policy"]);
    expect(policy).toContain(`script-src 'self' ${hash(script)} 'wasm-unsafe-eval';`);
    expect(policy).toContain(`style-src 'self' ${hash(style)};`);
    const plain = await get("/user/login");
    expect(plain.body).toContain('<script src="/first.js"></script>');
    expect(String(plain.headers["content-security-policy"])).not.toContain("sha256");
  });

  it("is complete, and indexed under one address, as the page table says", async () => {
    const ids = new Map([
      ["items", inventoryId],
      ["news", newsId],
    ]);
    const rendered = renderer?.pages.filter(({ isRendered, path }) => isRendered && path !== "notfound") ?? [];
    expect(rendered.length).toBeGreaterThan(8);
    const addresses = rendered.map(({ path, siteMap = "" }) =>
      `/${path}`.replace("/:search?", "").replace(":id", String(ids.get(siteMap))),
    );
    for (const url of [...addresses, "/user/inventories/safety"]) {
      const { statusCode, body } = await get(url);
      expect(statusCode, url).toBe(200);
      expect(body, url).toMatch(/<h1[^>]*><span>[^<]{3,}/);
      const isAboutOne = /\d$/.test(url); // its description is its own, however short
      expect(body, url).toMatch(
        isAboutOne ? /name="description" content="[^"]+">/ : /name="description" content="[^"]{30,}">/,
      );
      // React leaves these where something suspended
      expect(body, url).not.toMatch(/<!--\$[?!]-->|<template(?! id="application")/);
      expect(body.includes("noindex"), url).toBe(url.endsWith("safety") || url === "/user/cartitems");
    }
  });

  it("never turns text or data into markup", async () => {
    for (const url of [
      `/user/viewitem/${inventoryId}`,
      `/news/${newsId}`,
      "/news",
      "/user/inventories",
      "/user/home",
    ]) {
      const { body } = await get(url);
      expect(body, url).not.toContain("<script>alert");
      expect(body, url).toContain("&lt;/script&gt;&lt;script&gt;alert(1)");
      expect(JSON.stringify(embeddedIn(body)), url).toContain("</script><script>alert(1)</script>");
    }
  });

  it("names its breadcrumbs in its own language, and its title once", async () => {
    const title = "Growing up well, and what to eat meanwhile";
    const { itemId } = await anItem(parts, 1, { title, description: `${title}. A book.` });
    const [item, breadcrumbs] = await structuredData(`/user/viewitem/${itemId}?lang=es`);
    expect(item?.description).toBe("A book.");
    expect(breadcrumbs?.itemListElement).toMatchObject([
      { name: "Nuestro catálogo", item: "https://library.example/user/inventories?lang=es" },
      { name: "Libro", item: "https://library.example/user/inventories?category=1&lang=es" },
      { name: title, item: `https://library.example/user/viewitem/${itemId}?lang=es` },
    ]);
    expect((await get(`/user/viewitem/${itemId}`)).body).toContain('<meta name="description" content="A book.">');
    expect((await structuredData(`/news/${newsId}?lang=es`))[1]?.itemListElement).toContainEqual(
      expect.objectContaining({ name: "Noticias" }),
    );
  });

  it("is the same for everyone, whatever cookies or tokens they send", async () => {
    const visitor = await get("/user/home");
    const cookie = "XSRF-TOKEN=abc; session=somebody";
    const loggedIn = await get("/user/home", { cookie, authorization: "Bearer somebody" });
    expect(loggedIn.body).toBe(visitor.body);
    expect(visitor.body).not.toMatch(/cartIdentifier|userName|"token"/);
    expect(visitor.headers["cache-control"]).toBe("private, no-cache");
  });
});

describe("the language of a page", () => {
  it("is the browser's, unless the visitor chose another", async () => {
    const spanish = { "accept-language": "es-MX,en;q=0.5" };
    expect((await get("/user/inventories", spanish)).body).toMatch(/^<!doctype html><html lang="es">.*Nuestro/s);
    expect((await get("/user/inventories", { ...spanish, cookie: "language=en" })).body).toContain(
      "Our Inventory</span></h1>",
    );
    expect((await get("/user/cartitems", spanish)).body).toContain('<html lang="es">');
  });

  it("is always English on the staff side", async () => {
    for (const headers of [{ "accept-language": "es" }, { cookie: "language=es" }])
      for (const path of ["/admin/dashboard", "/Admin", "/admin/login?lang=es", "//admin/login"])
        expect((await get(path, headers)).body, path).toContain('<html lang="en">');
    expect((await get("/administrators", { cookie: "language=es" })).body).toContain('<html lang="es">');
  });

  it("applies to the library's own texts and the description, and marks text that has no Spanish version", async () => {
    const { home } = installedContent;
    const { body } = await get("/home?lang=es");
    expect(body).toMatch(new RegExp(`<h1[^>]*><span>${home.headingInSpanish}</span></h1>`));
    expect(body).toContain(`<meta name="description" content="${home.leadInSpanish?.slice(0, 60)}`);
    expect(body).not.toContain(home.heading);
    expect(await get("/home").then((page) => page.body)).not.toContain("InSpanish");
    const news = (await get(`/news/${newsId}?lang=es`)).body;
    expect(news).toMatch(/<h1[^>]* lang="en">/);
    expect(news).toContain("Este texto todavía no está disponible en español.");
    expect((await get(`/news/${newsId}`)).body.match(/ lang="en"/g)).toHaveLength(1); // of the page itself
    await db
      .updateTable("news")
      .set({ title_in_spanish: "Pase usted", content_in_spanish: "Hoy." })
      .where("news_id", "=", newsId)
      .execute();
    const both = await Promise.all([get("/news?lang=es"), get("/news")]);
    expect(both.map(({ body: page }) => page.includes("Pase usted"))).toEqual([true, false]);
    expect(both[0]?.headers.etag).not.toBe(both[1]?.headers.etag);
    await db.updateTable("news").set({ title_in_spanish: "", content_in_spanish: "" }).execute();
  });

  it("can be chosen without a script", async () => {
    const { statusCode, headers } = await get("/user/inventories/a%2Fb?category=1&lang=en&choose-lang=es");
    expect([statusCode, headers.location]).toEqual([302, "/user/inventories/a%2Fb?category=1"]);
    expect(String(headers["set-cookie"])).toContain("language=es;");
    expect((await get("//elsewhere.example/?choose-lang=es")).headers.location).toBe("/elsewhere.example/");
  });
});

describe("an address with a language", () => {
  const english = `https://library.example/user/inventories?category=1`;
  const spanish = `${english}&amp;lang=es`;
  const canonicalOf = (html: string) => /<link rel="canonical" href="(.*?)">/.exec(html)?.[1];

  it("shows the page in that language, whatever the browser prefers, and keeps it for the visit", async () => {
    const { statusCode, headers, body } = await get("/user/inventories?lang=es", { "accept-language": "en" });
    expect(statusCode).toBe(200);
    expect(body).toMatch(/^<!doctype html><html lang="es">.*Nuestro catálogo<\/span><\/h1>/s);
    expect(String(headers["set-cookie"])).toMatch(/__Host-language=es; Max-Age=\d+; Path=\/; Secure; SameSite=Lax/);
    expect(headers["cache-control"]).toBe("private, no-cache");
    expect(headers.vary).toContain("accept-language, cookie");
    const inEnglish = await get("/user/inventories?lang=en", { "accept-language": "es" });
    expect(inEnglish.body).toContain("Our Inventory</span></h1>");
    expect((await get("/user/login?lang=es")).body).toContain('<html lang="es">');
  });

  it("gives way to an earlier choice", async () => {
    const other = await get("/user/inventories?category=1&lang=es", { cookie: "language=en" });
    expect([other.statusCode, other.headers.location]).toEqual([302, "/user/inventories?category=1"]);
    expect(String(other.headers["set-cookie"])).not.toContain("language=");
    const same = await get("/user/inventories?lang=es", { cookie: "language=es" });
    expect(same.statusCode).toBe(200);
    expect(String(same.headers["set-cookie"])).not.toContain("language=");
    expect((await get("//elsewhere.example/?lang=es", { cookie: "language=en" })).headers.location).toBe(
      "/elsewhere.example/",
    );
  });

  it("lists itself and its translations, so that search engines index each as a page", async () => {
    const pages = await Promise.all([
      get("/user/inventories?category=1"),
      get("/user/inventories?category=1&lang=en"),
      get("/user/inventories?category=1&lang=es"),
      get("/user/inventories?category=1", { "accept-language": "es" }),
    ]);
    expect(pages.map(({ body }) => canonicalOf(body))).toEqual([english, english, spanish, spanish]);
    for (const { body } of pages) {
      const others = [...body.matchAll(/<link rel="alternate" hreflang="(.*?)" href="(.*?)">/g)];
      expect(others.map(([, language, address]) => [language, address])).toEqual([
        ["en", english],
        ["es", spanish],
        ["x-default", english],
      ]);
    }
    expect((await get("/user/inventories/safety?lang=es")).body).not.toContain('rel="alternate"');
  });
});

describe("an address", () => {
  it.each(["/user/viewitem/999999", "/user/viewitem/abc", "/news/999999", "/no/such/page", "/notfound"])(
    "of an unknown page answers 404 with the notfound page: %s",
    async (url) => {
      const { statusCode, body } = await get(url);
      expect(statusCode).toBe(404);
      expect(body).toContain("Oops! Page not found...");
      expect(body).toContain("noindex");
      expect(embeddedIn(body).shown).toBe(url === "/notfound" ? undefined : "/notfound");
    },
  );

  it.each([
    ["/", "/home"],
    ["/index.html", "/home"],
    ["/user/inventories?search=food+safety&instock=yes", "/user/inventories/food%20safety"],
    ["/user/inventories?search=a%2Fb&category=2&subject=0", "/user/inventories/a%2Fb?category=2&stock=all"],
    ["/user/inventories?search=&grade=63&instock=on", "/user/inventories"],
  ])("of a form sent without JavaScript redirects: %s", async (url, to) => {
    const { statusCode, headers } = await get(url);
    expect([statusCode, headers.location]).toEqual([302, to]);
  });

  it.each(["/user/login", "/user/account/1", "/admin/dashboard"])(
    "that needs or offers a login is rendered by the browser: %s",
    async (url) => {
      const { statusCode, body, headers } = await get(url);
      expect([statusCode, headers["cache-control"]]).toEqual([200, "no-store"]);
      expect(body).toContain('<div id="root" role="presentation"></div>');
    },
  );

  it("of the cart is rendered without its contents, which only the browser knows", async () => {
    const { statusCode, body } = await get("/user/cartitems");
    expect(statusCode).toBe(200);
    expect(body).toContain("Your cart</span></h1>");
    expect(body).toContain("noindex");
    expect(body).not.toContain("Your cart is empty");
    expect(JSON.stringify(embeddedIn(body).queries ?? [])).not.toContain('"cart"');
  });

  it("whose page fails to render is rendered by the browser", async () => {
    const renderPage = async () => Promise.reject(new Error("broken"));
    const failing = { pages: [], languages: {}, renderPage };
    const broken = await start({ renderer: failing });
    const { statusCode, body } = await broken.inject("/home");
    expect(statusCode).toBe(200);
    expect(body).toContain('<div id="root" role="presentation"></div>');
    await broken.close();
  });
});

it("/admin, which staff type by hand, redirects to the dashboard", async () => {
  for (const url of ["/admin", "/admin/", "/admin?lang=en"]) {
    const { statusCode, headers } = await get(url);
    expect([statusCode, headers.location]).toEqual([302, "/admin/dashboard"]);
  }
  expect((await get("/administrator")).statusCode).not.toBe(302);
});

describe("a page request above the rate limit", () => {
  const limited = async (url: string, headers: Record<string, string> = {}) => {
    const library = await start({ configuration: { ...configuration, rateLimitScale: 1 / 1200 } });
    await library.inject({ url, headers });
    const answer = await library.inject({ url, headers });
    await library.close();
    expect(answer.statusCode).toBe(429);
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
    return answer;
  };

  it("gets a page that says how long to wait and loads nothing else", async () => {
    const { headers, body } = await limited("/user/inventories?search=<b>");
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(headers["cache-control"]).toBe("no-store");
    expect(body).toMatch(/^<!doctype html><html lang="en">.*<title>Too many pages at once<\/title>.*<h1>/s);
    expect(body).toContain(`wait ${String(headers["retry-after"])} seconds`);
    expect(body).not.toMatch(/<script|src=|<b>/);
    const style = /<style>(.*?)<\/style>/s.exec(body)?.[1] ?? "";
    const hash = createHash("sha256").update(style).digest("base64");
    expect(String(headers["content-security-policy"])).toContain(`style-src 'sha256-${hash}'`);
  });
});

describe("a page behind a link in an email", () => {
  it("sends no referrer and isn't indexed, because its address may hold a secret", async () => {
    const headersOf = async (address: string) => {
      const { headers } = await get(address);
      return [headers["referrer-policy"], headers["x-robots-tag"]];
    };
    for (const path of [
      "/user/reset-password/a-secret",
      "/USER/Reset-Password/a-secret/?next=%2Fuser%2Fhome",
      "/user/confirm-email",
      "/user/held",
      "/signup/confirm",
      "/signup/leave",
      "/admin/login/invitation",
    ])
      expect(await headersOf(path), path).toEqual(["no-referrer", "noindex"]);
    expect(await headersOf("/user/login")).toEqual(["same-origin", undefined]);
  });
});

describe("search engines", () => {
  it("get a site map, and robots.txt keeps them out of private pages", async () => {
    const robots = (await get("/robots.txt")).body;
    expect(robots.match(/(?<=Disallow: ).*/g)).toEqual([
      "/admin/",
      "/api/",
      "/signup/",
      "/user/account",
      "/user/changepassword",
      "/user/confirm-email",
      "/user/confirmation",
      "/user/held",
      "/user/orderlist",
      "/user/reset-password",
      "/user/terms",
      "/user/vieworder",
    ]);
    expect(robots).toContain("Sitemap: https://library.example/sitemap.xml");
    const index = (await get("/sitemap.xml")).body;
    const files = [...index.matchAll(/<loc>https:\/\/library\.example(.*?)<\/loc>/g)].map(([, file]) => file ?? "");
    expect(files).toEqual(["/sitemap/pages-1.xml", "/sitemap/items-1.xml", "/sitemap/news-1.xml"]);
    const all = (await Promise.all(files.map(async (file) => (await get(file)).body))).join("");
    const fixedPaths = ["home", "user/home", "user/inventories", "news", "resources", "signup", "accessibility"];
    expect(all.match(/(?<=<loc>https:\/\/library\.example\/)[a-z/]+(?=<)/g)?.toSorted()).toEqual(fixedPaths.toSorted());
    for (const address of [`/user/viewitem/${inventoryId}`, `/news/${newsId}`])
      expect(all).toContain(`<loc>https://library.example${address}</loc>`);
    for (const language of ["en", "es", "x-default"]) {
      const address = `https://library.example/news/${newsId}${language === "es" ? "?lang=es" : ""}`;
      expect(all).toContain(`<loc>${address}</loc>`);
      expect(all.split(`hreflang="${language}" href="${address}"`)).toHaveLength(3); // in both languages' entries
    }
    expect((await get("/sitemap/items-2.xml")).statusCode).toBe(404);
    expect((await get("/sitemap/constructor-1.xml")).statusCode).toBe(404);
  });

  it("find each title in the site map file for its id range, and no empty files", async () => {
    await sql`
      insert into items (item_id, title, description, reference_number, category_id, subject_id, grade_mask)
      overriding system value
      values (10000, 'The last of the second file', '', 'S10000', 1, 1, 63), (15001, 'The first of the fourth', '', 'S15001', 1, 1, 63)
    `.execute(db);
    const index = (await get("/sitemap.xml")).body;
    expect(index.match(/items-\d+/g)).toEqual(["items-1", "items-2", "items-4"]);
    expect((await get("/sitemap/items-2.xml")).body.match(/viewitem\/\d+(?=<\/loc>)/g)).toEqual(["viewitem/10000"]);
    expect((await get("/sitemap/items-3.xml")).statusCode).toBe(404);
    expect((await get("/sitemap/items-4.xml")).body).toContain("/user/viewitem/15001<");
    await sql`delete from items where item_id in (10000, 15001)`.execute(db);
  });
});

it("a page of an overloaded library is rendered by the browser, and only its request is logged", async () => {
  const lines: string[] = [];
  const logger = { ...logOptions("info"), stream: { write: (line: string) => void lines.push(line) } };
  const overloaded = await start({ maxCalls: 0, logger });
  for (const url of [`/user/viewitem/${inventoryId}`, "/api/Inventory/GetRecentItems"])
    expect((await overloaded.inject({ url })).statusCode).toBe(url.startsWith("/api") ? 503 : 200);
  await overloaded.close();
  expect(logEntries(lines)).toEqual([]);
});
