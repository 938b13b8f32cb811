import { Readable } from "node:stream";
import { addressesByLanguage, addressIn, languages } from "#contract/site/languages.ts";
import type { PageFacts } from "#contract/site/rendering.ts";
import { inPages } from "#server/platform/lists/long-list.ts";
import type { FastifyInstance } from "fastify";

/** What pages of one kind are about: how many there are, the ids from the `from`th on, and when they last changed. */
export type IdList = {
  count: () => Promise<number>;
  ids: (from: number, most: number) => Promise<number[]>;
  withIds: (ids: readonly number[]) => Promise<{ id: number; changed: Date }[]>;
};
type Address = { path: string; changed?: Date };
/** Gives the addresses of a file of the site map; undefined where it has none. */
type AddressList = {
  count: () => Promise<number>;
  from: (from: number, most: number) => Promise<AsyncIterable<readonly Address[]> | undefined>;
};

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
    const entries = files.flat().map((file) => `<sitemap><loc>${site(file)}</loc></sitemap>\n`);
    return reply
      .headers(hour)
      .type(xml)
      .send(Readable.from(document("sitemapindex", entries), { objectMode: false }));
  });

  app.get<{ Params: { file: string } }>("/sitemap/:file", async (request, reply) => {
    const [, kind = "", number = ""] = /^(\w+)-([1-9]\d{0,4})\.xml$/.exec(request.params.file) ?? [];
    const addresses = await kinds.get(kind)?.from((Number(number) - 1) * most, most);
    if (!addresses) return reply.callNotFound();
    await app.letInToLongList({ request, reply, isStaff: false });
    const lines = document("urlset", entriesOf(addresses, site));
    return reply
      .headers(hour)
      .type(xml)
      .send(Readable.from(lines, { objectMode: false }));
  });
}

async function* entriesOf(addresses: AsyncIterable<readonly Address[]>, site: (path: string) => string) {
  for await (const some of addresses) yield some.map((address) => entriesOfOne(address, site)).join("");
}

/** The entries of one page: an address in each language. */
function entriesOfOne({ path, changed }: Address, site: (path: string) => string): string {
  const day = changed ? `<lastmod>${changed.toISOString()}</lastmod>` : "";
  const others = addressesByLanguage(path)
    .map(({ language, address }) => `<xhtml:link rel="alternate" hreflang="${language}" href="${site(address)}"/>`)
    .join("");
  return languages
    .map((language) => `<url><loc>${site(addressIn(language, path))}</loc>${day}${others}</url>\n`)
    .join("");
}

/** The pages with one address each: an optional part of a path is left out. */
function standingAlone(pages: readonly PageFacts[]): AddressList {
  const paths = pages
    .filter((page) => page.siteMap === "pages")
    .map(({ path }) => ({ path: `/${path.replace(/\/:\w+\?$/, "")}` }));
  const from = async (first: number, count: number) => onePiece(paths.slice(first, first + count));
  return { count: async () => paths.length, from };
}

/** The addresses of a page with an id in its path: one per id. */
function about({ count, ids, withIds }: IdList, pages: readonly PageFacts[], kind: string): AddressList {
  const page = pages.find(({ siteMap }) => siteMap === kind);
  if (!page) return { count: async () => 0, from: async () => undefined };
  const read = async (some: readonly number[]) =>
    new Map(
      (await withIds(some)).map(({ id, changed }) => [
        id,
        { path: `/${page.path.replace(":id", String(id))}`, changed },
      ]),
    );
  const from = async (...range: [number, number]) => {
    const chosen = await ids(...range);
    return chosen.length === 0 ? undefined : inPages(chosen, read);
  };
  return { count, from };
}

function onePiece<One>(list: readonly One[]): AsyncIterable<readonly One[]> | undefined {
  if (list.length === 0) return undefined;
  return (async function* piece() {
    yield list;
  })();
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

async function* document(name: string, entries: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield `<${name} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n`;
  yield* entries;
  yield `</${name}>\n`;
}
