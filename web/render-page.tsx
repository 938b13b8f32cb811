import { cut } from "#contract/wire/cut.ts";
import { type Language, loadLanguage, withCodeNames } from "./language/language.ts";
import type { Head } from "./app/rendering/heads.ts";
import type { PageAnswer, PageRequest, RenderPage, WrittenData } from "#contract/site/rendering.ts";
import { QueryClient } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { Providers } from "./app/providers.tsx";
import { headHtml } from "./app/rendering/head-html.ts";
import { findPublicPage, loadPrivatePages, preloadPage } from "./app/routing/routes.tsx";
import type { PageRow } from "./app/routing/page-table.ts";
import { addressOfFilters, filtersOfAddress, gradesQuery } from "./catalog/catalog-queries.ts";
import { cacheEmbeddedData, siteConfigurationQuery } from "./site/site-queries.ts";
import { CallFailed, reachBy } from "./lib/call.ts";
import { createFixedHistory } from "./ui/router.tsx";

export { describeSite } from "#web/app/rendering/describe-site.ts";

/** Renders a page without anything personal: no session, cart, or color scheme. */
export const renderPage: RenderPage = async (request) => {
  const origin = new URL(request.publicUrl).origin;
  const url = new URL(origin + request.address);
  if (url.pathname === "/" || url.pathname === "/index.html") return { kind: "elsewhere", to: "/home" };
  reachBy(async (address) => {
    const { status, body } = await request.ask(address);
    return new Response(body, { status });
  });
  const client = clientOf(request.written);
  if (url.searchParams.has("search")) {
    const to = searchFormTarget(url, (await client.query(gradesQuery))[0]?.gradeId);
    if (to !== undefined) return { kind: "elsewhere", to };
  }
  const match = findPublicPage(url.pathname) ?? (await loadPrivatePages(url.pathname))(url.pathname);
  if (match && !headOf(match.page)) return { kind: "by the browser" };
  return (match && (await render(client, url, request))) ?? notFound(client, origin, request);
};

function clientOf(written: WrittenData): QueryClient {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: "always", staleTime: 15_000 } },
  });
  cacheEmbeddedData(client, written);
  return client;
}

async function notFound(client: QueryClient, origin: string, request: PageRequest): Promise<PageAnswer> {
  const page = await render(client, new URL(`${origin}/notfound`), request);
  if (page?.kind !== "page") return { kind: "by the browser" };
  return { ...page, status: 404, written: { ...page.written, shown: "/notfound" } };
}

const headOf = ({ server }: PageRow) => (server ? server.head : undefined);

/** Renders a page; undefined if the page or its subject does not exist. */
async function render(
  client: QueryClient,
  url: URL,
  { publicUrl, written, language }: PageRequest,
): Promise<PageAnswer | undefined> {
  const match = findPublicPage(url.pathname);
  const head = match && headOf(match.page);
  if (!match || !head) return undefined;
  const { page, params } = match;
  try {
    await Promise.all(page.preload?.(client, { params, url, language }) ?? []);
  } catch (error) {
    if (error instanceof CallFailed && error.status === 404) return undefined;
    throw error;
  }
  const history = createFixedHistory(url.href);
  await preloadPage(client, history.location);
  const configuration = client.getQueryData(siteConfigurationQuery(language).queryKey);
  const siteLanguage = withCodeNames(await loadLanguage(language), configuration?.codeNames);
  const html = renderToString(<Providers client={client} history={history} language={siteLanguage} />);
  // React puts the title first, but it belongs in the head
  const [, title = "", body = html] = /^<title>(.*?)<\/title>(.*)$/s.exec(html) ?? [];
  const site = (path: string) => new URL(path, publicUrl).href;
  const siteName = configuration?.content.site.siteName ?? "";
  return {
    kind: "page",
    status: url.pathname === "/notfound" ? 404 : 200,
    head: headHtml(inLanguage(head({ client, params, url, site, language: siteLanguage }), siteLanguage), {
      title,
      siteName,
      site,
      language,
    }),
    body,
    written: { ...written, queries: queriesOf(client), isRendered: true },
    path: page.path,
  };
}

function inLanguage(head: Head, { say }: Language): Head {
  return { ...head, description: say(head.description) };
}

function queriesOf(client: QueryClient): NonNullable<WrittenData["queries"]> {
  return client
    .getQueryCache()
    .getAll()
    .filter(({ state, queryKey }) => state.status === "success" && queryKey[0] !== "site")
    .map(({ queryKey, state }) => [queryKey, state.data] as const);
}

/**
 * Returns the address of a search from a form sent without JavaScript, undefined for other requests. `firstGrade` means all
 * grades.
 */
function searchFormTarget(url: URL, firstGrade: number | undefined): string | undefined {
  const text = url.searchParams.get("search");
  if (text === null || !/^\/user\/inventories\/?$/i.test(url.pathname)) return undefined;
  const filters = filtersOfAddress({ pathname: "/user/inventories", search: url.search });
  return addressOfFilters({
    ...filters,
    text: cut(text, 200),
    grade: filters.grade === firstGrade ? undefined : filters.grade,
    inStockOnly: url.searchParams.has("instock"),
    page: 1,
  });
}
