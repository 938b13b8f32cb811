/** Weighs the pages that need no login, using the build's manifest: scripts (brotli) and fonts. */
import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { PageFacts } from "#contract/site/rendering.ts";
import { readSiteFacts } from "#server/http/pages/send-page.ts";

/** Limits for the first page, in bytes. */
const limits = { scripts: 91_000, fonts: 40_000 };

type Chunk = { file: string; src?: string; isEntry?: boolean; imports?: string[]; assets?: string[]; css?: string[] };
/** Vite's manifest: chunks by source. */
export type Manifest = Record<string, Chunk>;

/** Returns the script files of a page: the entry and the page's chunk, each with its static imports. */
export function scriptsOf(manifest: Manifest, page: string): string[] {
  const seen = new Set<string>();
  const visit = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const next of manifest[name]?.imports ?? []) visit(next);
  };
  for (const [name, chunk] of Object.entries(manifest)) if (chunk.isEntry) visit(name);
  visit(page);
  return [...seen].flatMap((name) => manifest[name]?.file ?? []).filter((file) => file.endsWith(".js"));
}

/** Returns the weight of every page that needs no login, or none for a page that isn't in the build. */
export function weighPages(
  pages: readonly PageFacts[],
  manifest: Manifest,
  weigh: (file: string) => number,
): { page: PageFacts; weight?: number }[] {
  return pages
    .filter(({ guard }) => guard === "anyone" || guard === "login page")
    .map((page) => {
      if (!manifest[page.source]) return { page };
      return { page, weight: scriptsOf(manifest, page.source).reduce((sum, file) => sum + weigh(file), 0) };
    });
}

/** Returns the build's fonts without duplicates. */
export function fontsOf(manifest: Manifest): string[] {
  const files = Object.values(manifest).flatMap(({ file, assets = [] }) => [file, ...assets]);
  return [...new Set(files)].filter((file) => /\.(woff2?|ttf|otf)$/.test(file));
}

/** Returns the size of a file as sent: compressed, if that's smaller. */
const compressed = (file: string) => statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;

function isManifest(value: unknown): value is Manifest {
  return typeof value === "object" && value !== null;
}

function main(): void {
  const folder = "dist/web";
  const manifest: unknown = JSON.parse(readFileSync(path.join(folder, ".vite/manifest.json"), "utf8"));
  if (!isManifest(manifest)) throw new Error("The build's manifest can't be read.");
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
  const { pages } = readSiteFacts("dist/render");
  let over = false;
  for (const { page, weight } of weighPages(pages, manifest, (file) => compressed(path.join(folder, file)))) {
    const wrong = weight === undefined || weight > limits.scripts;
    over ||= wrong;
    const sentence = weight === undefined ? `${page.source} isn't in the build` : kilobytes(weight);
    console.log(`${wrong ? "OVER " : "     "}${page.path}: ${sentence} of ${kilobytes(limits.scripts)} scripts`);
  }
  const fonts = fontsOf(manifest).reduce((sum, file) => sum + statSync(path.join(folder, file)).size, 0);
  over ||= fonts > limits.fonts;
  console.log(`${fonts > limits.fonts ? "OVER " : "     "}fonts: ${kilobytes(fonts)} of ${kilobytes(limits.fonts)}`);
  process.exitCode = over ? 1 : 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) main();
