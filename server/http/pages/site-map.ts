import { Readable } from "node:stream";
import { addressesByLanguage, addressIn, languages } from "#contract/site/languages.ts";
import type { PageFacts } from "#contract/site/rendering.ts";
import { inPages } from "#server/platform/lists/long-list.ts";
import type { FastifyInstance } from "fastify";

/**
 * The ids behind one kind of page: the numbers of the non-empty parts of `size` ids (from 1), the ids in a range, and when
 * each last changed.
 */
export type IdList = {
  parts: (size: number) => Promise<number[]>;
  ids: (above: number, upTo: number) => Promise<number[]>;
  withChanges: (ids: readonly number[]) => Promise<{ id: number; changed: Date }[]>;
};
type Address = { path: string; changed?: Date };
/** The file numbers of a site map, and the addresses in one of its files (undefined if it has none). */
type AddressList = {
  files: () => Promise<number[]>;
  of: (file: number) => Promise<AsyncIterable<readonly Address[]> | undefined>;
};

// Ranges of ids, so that a file keeps its pages and needs no query for the files before it. A file may have 50,000
// addresses, one for each page and language, but files that long are slow to read.
const idsPerFile = 5000;

/** Serves robots.txt and the site maps: an index, and a file for every 5,000 ids of items and news. */
export function siteMap(
  app: FastifyInstance,
  publicUrl: string,
  pages: readonly PageFacts[],
  lists: Readonly<Record<"items" | "news", IdList>>,
): void {
  const kinds: ReadonlyMap<string, AddressList> = new Map([
    ["pages", fixedAddresses(pages)],
    ...Object.entries(lists).map(([kind, list]) => [kind, addressesById(list, pages, kind)] as const),
  ]);
  const site = (path: string) => new URL(path, publicUrl).href.replaceAll("&", "&amp;");
  const hour = { "cache-control": "public, max-age=3600" };
  const xml = "application/xml; charset=utf-8";

  app.get("/robots.txt", async (_request, reply) => {
    const lines = [
      "User-agent: *",
      ...disallowedPaths(pages).map((path) => `Disallow: ${path}`),
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
      [...kinds].map(async ([kind, list]) => (await list.files()).map((file) => `/sitemap/${kind}-${file}.xml`)),
    );
    const entries = files.flat().map((file) => `<sitemap><loc>${site(file)}</loc></sitemap>\n`);
    return reply
      .headers(hour)
      .type(xml)
      .send(Readable.from(document("sitemapindex", entries), { objectMode: false }));
  });

  app.get<{ Params: { file: string } }>("/sitemap/:file", async (request, reply) => {
    const [, kind = "", number = ""] = /^(\w+)-([1-9]\d{0,4})\.xml$/.exec(request.params.file) ?? [];
    const addresses = await kinds.get(kind)?.of(Number(number));
    if (!addresses) return reply.callNotFound();
    await app.claimListSlot({ request, reply, isStaff: false });
    const lines = document("urlset", entriesOf(addresses, site));
    return reply
      .headers(hour)
      .type(xml)
      .send(Readable.from(lines, { objectMode: false }));
  });
}

async function* entriesOf(addresses: AsyncIterable<readonly Address[]>, site: (path: string) => string) {
  for await (const piece of addresses) yield piece.map((address) => entriesOfPage(address, site)).join("");
}

/** Returns the entries of one page, one per language. */
function entriesOfPage({ path, changed }: Address, site: (path: string) => string): string {
  const day = changed ? `<lastmod>${changed.toISOString()}</lastmod>` : "";
  const others = addressesByLanguage(path)
    .map(({ language, address }) => `<xhtml:link rel="alternate" hreflang="${language}" href="${site(address)}"/>`)
    .join("");
  return languages
    .map((language) => `<url><loc>${site(addressIn(language, path))}</loc>${day}${others}</url>\n`)
    .join("");
}

/** Lists the pages without an id; an optional part of the path is left out. */
function fixedAddresses(pages: readonly PageFacts[]): AddressList {
  const paths = pages
    .filter((page) => page.siteMap === "pages")
    .map(({ path }) => ({ path: `/${path.replace(/\/:\w+\?$/, "")}` }));
  return { files: async () => [1], of: async (file) => (file === 1 ? onePiece(paths) : undefined) };
}

/** Lists the addresses of a page with an id in its path. */
function addressesById({ parts, ids, withChanges }: IdList, pages: readonly PageFacts[], kind: string): AddressList {
  const page = pages.find(({ siteMap }) => siteMap === kind);
  if (!page) return { files: async () => [], of: async () => undefined };
  const read = async (pageIds: readonly number[]) =>
    new Map(
      (await withChanges(pageIds)).map(({ id, changed }) => [
        id,
        { path: `/${page.path.replace(":id", String(id))}`, changed },
      ]),
    );
  const of = async (file: number) => {
    const idsOfFile = await ids((file - 1) * idsPerFile, file * idsPerFile);
    return idsOfFile.length === 0 ? undefined : inPages(idsOfFile, read);
  };
  return { files: () => parts(idsPerFile), of };
}

function onePiece<Item>(list: readonly Item[]): AsyncIterable<readonly Item[]> {
  return (async function* piece() {
    yield list;
  })();
}

/** Returns the paths that search engines may not crawl; a whole folder where no page in it is public. */
function disallowedPaths(pages: readonly PageFacts[]): string[] {
  const open = pages.filter(({ isCrawled }) => isCrawled);
  const closed = pages
    .filter(({ isCrawled }) => !isCrawled)
    .map(({ path }) => {
      const [folder = "", name = ""] = path.split("/");
      return open.some((page) => page.path.startsWith(`${folder}/`)) ? `/${folder}/${name}` : `/${folder}/`;
    });
  return [...new Set(["/api/", ...closed])].toSorted();
}

async function* document(name: string, entries: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield `<${name} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n`;
  yield* entries;
  yield `</${name}>\n`;
}
