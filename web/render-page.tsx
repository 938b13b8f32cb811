import type { Language } from "#web/language/language.ts";
import type { Head } from "#web/app/rendering/heads.ts";
import type { DrawPage, PageAsked, PageDrawn, WrittenData } from "#contract/site/rendering.ts";
import { QueryClient } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { Providers } from "#web/app/providers.tsx";
import { drawnPage } from "#web/app/rendering/drawn-pages.ts";
import { headHtml } from "#web/app/rendering/head-html.ts";
import { searchFormTarget } from "#web/app/rendering/search-form.ts";
import { arriveAhead } from "#web/app/routing/arrive-ahead.ts";
import { publicPages } from "#web/app/routing/public-pages.ts";
import { behindLogin } from "#web/app/routing/routes.tsx";
import { gradesQuery } from "#web/features/catalogue/catalogue-queries.ts";
import { siteConfigurationQuery, takeWritten } from "#web/features/content/site-queries.ts";
import { loadLanguage } from "#web/language/language.ts";
import { CallFailed, reachBy } from "#web/lib/call.ts";
import { routeId } from "#web/lib/route-id.ts";
import { createFixedHistory } from "#web/ui/router/browser-history.ts";

/** Draws a page as nobody in particular sees it: without a session, a cart or a chosen colour. */
export const drawPage: DrawPage = async (asked) => {
  const origin = new URL(asked.publicUrl).origin;
  const url = new URL(origin + asked.address);
  if (url.pathname === "/") return { kind: "elsewhere", to: "/home" };
  reachBy(async (address) => {
    const { status, body } = await asked.ask(address);
    return new Response(body, { status });
  });
  const client = clientOf(asked.written);
  if (url.searchParams.has("search")) {
    const to = searchFormTarget(url, (await client.query(gradesQuery))[0]?.gradeId);
    if (to !== undefined) return { kind: "elsewhere", to };
  }
  const isOurs = publicPages(url.pathname) ?? (await behindLogin())(url.pathname);
  if (isOurs && !drawnPage(url.pathname)) return { kind: "by the browser" };
  return (isOurs && (await draw(client, url, asked))) ?? notFound(client, origin, asked);
};

function clientOf(written: WrittenData): QueryClient {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: "always", staleTime: 15_000 } },
  });
  takeWritten(client, written);
  return client;
}

async function notFound(client: QueryClient, origin: string, asked: PageAsked): Promise<PageDrawn> {
  const page = await draw(client, new URL(`${origin}/notfound`), asked);
  if (page?.kind !== "page") return { kind: "by the browser" };
  return { ...page, status: 404, written: { ...page.written, shown: "/notfound" } };
}

/** Undefined when what the page is about does not exist. */
async function draw(
  client: QueryClient,
  url: URL,
  { publicUrl, written, language }: PageAsked,
): Promise<PageDrawn | undefined> {
  const page = drawnPage(url.pathname);
  const found = publicPages(url.pathname);
  if (!page || !found) return undefined;
  const { params } = page;
  if (params["id"] !== undefined && routeId(params["id"]) === undefined) return undefined;
  try {
    await found.doorway.load?.(client, { params: found.params, url });
  } catch (error) {
    if (error instanceof CallFailed && error.status === 404) return undefined;
    throw error;
  }
  const history = createFixedHistory(url.href);
  await arriveAhead(client, history.location);
  const spoken = await loadLanguage(language);
  const html = renderToString(<Providers client={client} history={history} language={spoken} />);
  // React puts the title before everything else; it belongs into the head
  const [, title = "", body = html] = /^<title>(.*?)<\/title>(.*)$/s.exec(html) ?? [];
  const site = (path: string) => new URL(path, publicUrl).href;
  const siteName = client.getQueryData(siteConfigurationQuery.queryKey)?.content.site.siteName ?? "";
  return {
    kind: "page",
    status: url.pathname === "/notfound" ? 404 : 200,
    head: headHtml(inLanguage(page.head({ client, params, url, site, language: spoken }), spoken), {
      title,
      siteName,
      site,
      language,
    }),
    body,
    written: { ...written, queries: queriesOf(client), isDrawn: true },
    source: page.source,
  };
}

/** What a page says of itself, in the language it is in; what staff wrote stays as it is. */
function inLanguage(head: Head, { say }: Language): Head {
  return { ...head, description: say(head.description) };
}

/** What the page was drawn from; the site's own texts are written already. */
function queriesOf(client: QueryClient): NonNullable<WrittenData["queries"]> {
  return client
    .getQueryCache()
    .getAll()
    .filter(({ state, queryKey }) => state.status === "success" && queryKey[0] !== "site")
    .map(({ queryKey, state }) => [queryKey, state.data] as const);
}
