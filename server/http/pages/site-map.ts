import { Readable } from "node:stream";
import { addressesByLanguage, addressIn, languages } from "#contract/site/languages.ts";
import type { PageFacts } from "#contract/site/rendering.ts";
import { inPages } from "#server/platform/lists/long-list.ts";
import type { FastifyInstance } from "fastify";

/**
 * What pages of one kind are about: which parts of `size` ids have any (the first part is 1), the ids above one up to another,
 * and when they last changed.
 */
export type IdList = {
  parts: (size: number) => Promise<number[]>;
  ids: (above: number, upTo: number) => Promise<number[]>;
  withIds: (ids: readonly number[]) => Promise<{ id: number; changed: Date }[]>;
};
type Address = { path: string; changed?: Date };
/** Which files of the site map there are, and the addresses of one; undefined where it has none. */
type AddressList = {
  files: () => Promise<number[]>;
  of: (file: number) => Promise<AsyncIterable<readonly Address[]> | undefined>;
};

// By id, so that a file keeps its pages and is found without those before it. Site maps may have 50,000 addresses, and a
// page has one for each language; files as long as that are slow to read.
const idsOfFile = 5000;

/**
 * robots.txt and the site maps: an index, and a file for every 5,000 ids of a kind. `lists` are the ids in the paths of
 * item and news pages.
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
  return { files: async () => [1], of: async (file) => (file === 1 ? onePiece(paths) : undefined) };
}

/** The addresses of a page with an id in its path: one per id. */
function about({ parts, ids, withIds }: IdList, pages: readonly PageFacts[], kind: string): AddressList {
  const page = pages.find(({ siteMap }) => siteMap === kind);
  if (!page) return { files: async () => [], of: async () => undefined };
  const read = async (some: readonly number[]) =>
    new Map(
      (await withIds(some)).map(({ id, changed }) => [
        id,
        { path: `/${page.path.replace(":id", String(id))}`, changed },
      ]),
    );
  const of = async (file: number) => {
    const chosen = await ids((file - 1) * idsOfFile, file * idsOfFile);
    return chosen.length === 0 ? undefined : inPages(chosen, read);
  };
  return { files: () => parts(idsOfFile), of };
}

function onePiece<One>(list: readonly One[]): AsyncIterable<readonly One[]> {
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
