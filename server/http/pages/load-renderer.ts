import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { type RenderPage, type SiteFacts, siteFacts } from "#contract/site/rendering.ts";

/** The server build of the web application. */
export type Renderer = SiteFacts & { renderPage: RenderPage };

/** Loads the renderer from a build folder; undefined if nothing was built. */
export async function loadRenderer(folder: string): Promise<Renderer | undefined> {
  const file = path.join(folder, "render-page.js");
  if (!existsSync(file)) return undefined;
  const built: unknown = await import(pathToFileURL(file).href);
  return hasRenderPage(built) ? { ...readSiteFacts(folder), renderPage: built.renderPage } : undefined;
}

/** Reads the page table that the build exported. */
export function readSiteFacts(folder: string): SiteFacts {
  return siteFacts.parse(JSON.parse(readFileSync(path.join(folder, "site.json"), "utf8")));
}

function hasRenderPage(built: unknown): built is { renderPage: RenderPage } {
  return typeof built === "object" && built !== null && "renderPage" in built && typeof built.renderPage === "function";
}
