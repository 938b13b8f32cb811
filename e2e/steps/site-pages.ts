import type { PageFacts } from "#contract/site/rendering.ts";
import { readSiteFacts } from "#server/http/pages/load-renderer.ts";

/** Returns the site's pages as the build describes them, so that tests of all pages include new ones. */
export const sitePages = (): readonly PageFacts[] => readSiteFacts("dist/render").pages;

/** Returns the pages that the server renders, except the notfound page. */
export const renderedPages = () => sitePages().filter(({ isRendered, path }) => isRendered && path !== "notfound");

/** Values of a page's parameter, by its path; "" leaves out an optional one. */
export type Examples = Readonly<Record<string, readonly (string | number)[]>>;

/** Returns the addresses of a page: with each example, or else with id 1, any text for a secret, or no optional parameter. */
export function addressesOf({ path }: Pick<PageFacts, "path">, examples: Examples = {}): string[] {
  const usual = path.endsWith("?") ? "" : path.endsWith(":id") ? 1 : "over";
  return (examples[path] ?? [usual]).map((value) => `/${path.replace(/\/?:\w+\??$/, value === "" ? "" : `/${value}`)}`);
}
