import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { DrawPage } from "#contract/site/rendering.ts";

/** What the web application brings to draw its pages with, if it was built. */
export async function loadRenderer(file: string): Promise<DrawPage | undefined> {
  if (!existsSync(file)) return undefined;
  const built: unknown = await import(pathToFileURL(file).href);
  return hasDrawPage(built) ? built.drawPage : undefined;
}

function hasDrawPage(built: unknown): built is { drawPage: DrawPage } {
  return typeof built === "object" && built !== null && "drawPage" in built && typeof built.drawPage === "function";
}
