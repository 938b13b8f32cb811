import { Readable } from "node:stream";
import { addressesByLanguage, addressIn, languages } from "#contract/site/languages.ts";
import type { FastifyInstance } from "fastify";

/** Addresses of one kind that search engines shall know: how many there are, and those from the `from`th on. */
export type AddressList = {
  count: () => Promise<number>;
  from: (from: number, most: number) => Promise<{ path: string; changed?: Date }[]>;
};

const paths = ["/home", "/user/home", "/user/inventories", "/news", "/resources", "/signup", "/accessibility"].map(
  (path) => ({ path }),
);

/** The pages that stand by themselves. */
export const publicPages: AddressList = {
  count: async () => paths.length,
  from: async (from, most) => paths.slice(from, from + most),
};

// pages a file: the protocol of site maps allows 50,000 addresses, and a page has one in each language
const most = Math.floor(50_000 / languages.length);

/** What no search engine has any use for: what is behind a login, a visitor's own, or the API. */
const closed = [
  "/admin/",
  "/api/",
  "/signup/",
  ...["account", "cartitems", "changepassword", "confirmation", "orderlist", "reset-password", "vieworder"].map(
    (page) => `/user/${page}`,
  ),
];

/** robots.txt, and the maps of all that may be found: an index, and a file for every 25,000 pages of a kind. */
export function siteMap(app: FastifyInstance, publicUrl: string, lists: Readonly<Record<string, AddressList>>): void {
  const site = (path: string) => new URL(path, publicUrl).href.replaceAll("&", "&amp;");
  const hour = { "cache-control": "public, max-age=3600" };
  const xml = "application/xml; charset=utf-8";

  app.get("/robots.txt", async (_request, reply) => {
    const lines = [
      "User-agent: *",
      ...closed.map((path) => `Disallow: ${path}`),
      "",
      `Sitemap: ${site("/sitemap.xml")}`,
    ];
    return reply
      .headers(hour)
      .type("text/plain; charset=utf-8")
      .send(`${lines.join("\n")}\n`);
  });

  app.get("/sitemap.xml", async (_request, reply) => {
    const files = await Promise.all(
      Object.entries(lists).map(async ([kind, { count }]) =>
        Array.from({ length: Math.ceil((await count()) / most) }, (_, at) => `/sitemap/${kind}-${at + 1}.xml`),
      ),
    );
    const entries = files.flat().map((file) => `<sitemap><loc>${site(file)}</loc></sitemap>`);
    return reply.headers(hour).type(xml).send(document("sitemapindex", entries).join("\n"));
  });

  app.get<{ Params: { file: string } }>("/sitemap/:file", async ({ params }, reply) => {
    const [, kind = "", number = ""] = /^(\w+)-([1-9]\d{0,4})\.xml$/.exec(params.file) ?? [];
    const list = Object.hasOwn(lists, kind) ? lists[kind] : undefined;
    const addresses = (await list?.from((Number(number) - 1) * most, most)) ?? [];
    if (addresses.length === 0) return reply.callNotFound();
    const entries = addresses.flatMap(({ path, changed }) => {
      const day = changed ? `<lastmod>${changed.toISOString()}</lastmod>` : "";
      const others = addressesByLanguage(path).map(
        ({ language, address }) => `<xhtml:link rel="alternate" hreflang="${language}" href="${site(address)}"/>`,
      );
      return languages.map(
        (language) => `<url><loc>${site(addressIn(language, path))}</loc>${day}${others.join("")}</url>`,
      );
    });
    return reply
      .headers(hour)
      .type(xml)
      .send(Readable.from(inPieces(document("urlset", entries)), { objectMode: false }));
  });
}

function document(name: string, entries: string[]): string[] {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${name} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">`,
    ...entries,
    `</${name}>`,
  ];
}

/** A large file leaves a thousand lines at a time, so that one slow reader holds no copy of all of it. */
function* inPieces(lines: string[]): Generator<string> {
  for (let at = 0; at < lines.length; at += 1000) yield `${lines.slice(at, at + 1000).join("\n")}\n`;
}
