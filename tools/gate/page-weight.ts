/** What the pages before a login weigh, from the build's manifest: scripts (brotli) and fonts. */
import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync } from "node:zlib";

/** Bytes. `entrance`: the pages that people come in by, on whatever telephone. */
export const limits = { entrance: 86_000, scripts: 90_000, fonts: 40_000 };

const entrances = new Set(["landing", "home", "inventories", "viewitem", "news", "newsitem"]);

/** What the scripts of a page may weigh. */
export function limitOf(page: string): number {
  return entrances.has(page) ? limits.entrance : limits.scripts;
}

/** The pages before a login, each known by a part of its source's path. */
const pages = {
  landing: /pages\/site\/home/,
  signup: /pages\/site\/sign-up/,
  home: /pages\/user\/home/,
  inventories: /pages\/user\/inventories/,
  viewitem: /pages\/user\/view-?item/,
  cartitems: /pages\/user\/cart/,
  news: /pages\/site\/news-page/,
  newsitem: /pages\/site\/news-item/,
  login: /pages\/user\/log-?in/,
  reset: /pages\/user\/reset-/,
  accessibility: /pages\/site\/accessibility/,
  register: /pages\/user\/regist/,
};

type Chunk = { file: string; src?: string; isEntry?: boolean; imports?: string[]; assets?: string[]; css?: string[] };
/** Vite's manifest: chunks by the source they were made of. */
export type Manifest = Record<string, Chunk>;

/** The script files that a page loads: the entry and the page's chunk, each with everything it imports at once. */
export function scriptsOf(manifest: Manifest, page: string | undefined): string[] {
  const seen = new Set<string>();
  const visit = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const next of manifest[name]?.imports ?? []) visit(next);
  };
  for (const [name, chunk] of Object.entries(manifest)) if (chunk.isEntry) visit(name);
  if (page !== undefined) visit(page);
  return [...seen].flatMap((name) => manifest[name]?.file ?? []).filter((file) => file.endsWith(".js"));
}

/** Every page with its weight; a page that the build does not know has none. */
export function weighPages(manifest: Manifest, weigh: (file: string) => number): { page: string; weight?: number }[] {
  return Object.entries(pages).map(([page, pattern]) => {
    const source = Object.keys(manifest).find((name) => pattern.test(name) && /\.tsx?$/.test(name));
    if (source === undefined) return { page };
    const weight = scriptsOf(manifest, source).reduce((sum, file) => sum + weigh(file), 0);
    return { page, weight };
  });
}

/** The fonts of the build, each once. */
export function fontsOf(manifest: Manifest): string[] {
  const files = Object.values(manifest).flatMap(({ file, assets = [] }) => [file, ...assets]);
  return [...new Set(files)].filter((file) => /\.(woff2?|ttf|otf)$/.test(file));
}

function compressed(file: string): number {
  if (existsSync(`${file}.br`)) return statSync(`${file}.br`).size;
  return brotliCompressSync(readFileSync(file)).length;
}

function isManifest(value: unknown): value is Manifest {
  return typeof value === "object" && value !== null;
}

function main(): void {
  const folder = "dist/web";
  const manifest: unknown = JSON.parse(readFileSync(path.join(folder, ".vite/manifest.json"), "utf8"));
  if (!isManifest(manifest)) throw new Error("The build's manifest cannot be read.");
  const say = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
  let over = false;
  for (const { page, weight } of weighPages(manifest, (file) => compressed(path.join(folder, file)))) {
    const wrong = weight === undefined || weight > limitOf(page);
    over ||= wrong;
    const sentence = weight === undefined ? "is not in the build: see tools/gate/page-weight.ts" : say(weight);
    console.log(`${wrong ? "OVER " : "     "}${page}: ${sentence} of ${say(limitOf(page))} scripts`);
  }
  const fonts = fontsOf(manifest).reduce((sum, file) => sum + statSync(path.join(folder, file)).size, 0);
  over ||= fonts > limits.fonts;
  console.log(`${fonts > limits.fonts ? "OVER " : "     "}fonts: ${say(fonts)} of ${say(limits.fonts)}`);
  process.exitCode = over ? 1 : 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) main();
