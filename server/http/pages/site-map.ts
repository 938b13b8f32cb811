import { Readable } from "node:stream";
import { addressesByLanguage, addressIn, languages } from "#contract/site/languages.ts";
import type { PageFacts } from "#contract/site/rendering.ts";
import type { FastifyInstance } from "fastify";

/** What pages of one kind are about, by their ids: how many there are, and those from the `from`th on. */
export type IdList = ListOf<{ id: number; changed?: Date }>;
type AddressList = ListOf<{ path: string; changed?: Date }>;
type ListOf<One> = { count: () => Promise<number>; from: (from: number, most: number) => Promise<One[]> };

// pages per file: the protocol of site maps allows 50,000 addresses, and a page has one per language
const most = Math.floor(50_000 / languages.length);

/**
 * robots.txt and the site maps: an index, and a file for every 25,000 pages of a kind. `lists` are the ids in the paths
 * of item and news pages.
 */
export function siteMap(
  app: FastifyInstance,
  publicUrl: string,
  pages: readonly PageFacts[],
  lists: Readonly<Record<"items" | "news", IdList>>,
): void {
  const kinds: ReadonlyMap<string, AddressList> = new Map([
    ["pages", standingAlone(pages)],
    ...Object.entries(lists).map(([kind, list]) => [kind, about(list, pages, kind)] as const),
  ]);
  const site = (path: string) => new URL(path, publicUrl).href.replaceAll("&", "&amp;");
  const hour = { "cache-control": "public, max-age=3600" };
  const xml = "application/xml; charset=utf-8";

  app.get("/robots.txt", async (_request, reply) => {
    const lines = [
      "User-agent: *",
      ...closedTo(pages).map((path) => `Disallow: ${path}`),
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
      [...kinds].map(async ([kind, { count }]) =>
        Array.from({ length: Math.ceil((await count()) / most) }, (_, at) => `/sitemap/${kind}-${at + 1}.xml`),
      ),
    );
    const entries = files.flat().map((file) => `<sitemap><loc>${site(file)}</loc></sitemap>`);
    return reply.headers(hour).type(xml).send(document("sitemapindex", entries).join("\n"));
  });

  app.get<{ Params: { file: string } }>("/sitemap/:file", async ({ params }, reply) => {
    const [, kind = "", number = ""] = /^(\w+)-([1-9]\d{0,4})\.xml$/.exec(params.file) ?? [];
    const addresses = (await kinds.get(kind)?.from((Number(number) - 1) * most, most)) ?? [];
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

/** The pages with one address each: an optional part of a path is left out. */
function standingAlone(pages: readonly PageFacts[]): AddressList {
  const paths = pages
    .filter((page) => page.siteMap === "pages")
    .map(({ path }) => ({ path: `/${path.replace(/\/:\w+\?$/, "")}` }));
  return { count: async () => paths.length, from: async (from, most) => paths.slice(from, from + most) };
}

/** The addresses of a page with an id in its path: one per id. */
function about({ count, from }: IdList, pages: readonly PageFacts[], kind: string): AddressList {
  const page = pages.find(({ siteMap }) => siteMap === kind);
  if (!page) return { count: async () => 0, from: async () => [] };
  return {
    count,
    from: async (...range) =>
      (await from(...range)).map(({ id, ...rest }) => ({ path: `/${page.path.replace(":id", String(id))}`, ...rest })),
  };
}

/** What no search engine needs: the API, and each page that it may not fetch, by the folder where all are such pages. */
function closedTo(pages: readonly PageFacts[]): string[] {
  const open = pages.filter(({ isCrawled }) => isCrawled);
  const closed = pages
    .filter(({ isCrawled }) => !isCrawled)
    .map(({ path }) => {
      const [folder = "", name = ""] = path.split("/");
      return open.some((page) => page.path.startsWith(`${folder}/`)) ? `/${folder}/${name}` : `/${folder}/`;
    });
  return [...new Set(["/api/", ...closed])].toSorted();
}

function document(name: string, entries: string[]): string[] {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${name} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">`,
    ...entries,
    `</${name}>`,
  ];
}

/** Writes a thousand lines at a time, so that a slow reader does not hold a copy of the whole file. */
function* inPieces(lines: string[]): Generator<string> {
  for (let at = 0; at < lines.length; at += 1000) yield `${lines.slice(at, at + 1000).join("\n")}\n`;
}
