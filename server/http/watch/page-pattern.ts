import type { FastifyRequest } from "fastify";
import type { PageFacts } from "#contract/site/rendering.ts";
import { wantsPage } from "#server/http/pages/wants-page.ts";

/** The pattern of the page that a request asks for: "/user/viewitem/:id"; undefined where there is none. */
export type PagePattern = (request: Pick<FastifyRequest, "method" | "url">) => string | undefined;

/** Finds pages by their rows, as the browser's router does: without case, and with or without a slash at the end. */
export function pagePatterns(pages: readonly Pick<PageFacts, "path">[]): PagePattern {
  const patterns = pages.map(({ path }) => path.replace(/^\/?/, "/"));
  const fixed = new Map(patterns.filter((path) => !path.includes(":")).map((path) => [path.toLowerCase(), path]));
  const open = patterns
    .filter((path) => path.includes(":"))
    .map((path) => ({
      path,
      expression: new RegExp(`^${path.replace(/\/:\w+\?/g, "(?:/[^/]+)?").replace(/:\w+/g, "[^/]+")}$`, "i"),
    }));
  return (request) => {
    if (!wantsPage(request)) return undefined;
    const asked = (request.url.split("?")[0] ?? "").replace(/\/+$/, "") || "/";
    return fixed.get(asked.toLowerCase()) ?? open.find(({ expression }) => expression.test(asked))?.path;
  };
}
