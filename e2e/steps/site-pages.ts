import type { PageFacts } from "#contract/site/rendering.ts";
import { readSiteFacts } from "#server/http/pages/load-renderer.ts";

/** The pages of the site, as the build describes them: who goes through them all finds a new one, too. */
export const sitePages = (): readonly PageFacts[] => readSiteFacts("dist/render").pages;

/** The pages that the server renders, but for the one about nothing. */
export const renderedPages = () => sitePages().filter(({ isRendered, path }) => isRendered && path !== "notfound");

/** Values of a page's parameter, by its path; "" leaves an optional one out. */
export type Examples = Readonly<Record<string, readonly (string | number)[]>>;

/** The addresses of a page: for each example, or else the first thing's, any text for a secret, or without the optional. */
export function addressesOf({ path }: Pick<PageFacts, "path">, examples: Examples = {}): string[] {
  const usual = path.endsWith("?") ? "" : path.endsWith(":id") ? 1 : "over";
  return (examples[path] ?? [usual]).map((value) => `/${path.replace(/\/?:\w+\??$/, value === "" ? "" : `/${value}`)}`);
}
