import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { LanguageCode } from "#contract/site/languages.ts";
import type { SiteFacts, WrittenData } from "#contract/site/rendering.ts";
import * as z from "zod";
import { type Inlined, inlineFiles } from "./inline-files.ts";

const manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
  }),
);
type Manifest = z.output<typeof manifest>;

/** What is inserted into the built page. All of it is HTML except the data. */
export type Filling = {
  head?: string;
  body?: string;
  written: WrittenData;
  /** Of the page's row. */
  path?: string;
  language: LanguageCode;
};

/** The built page with its insertion points. Undefined without a build. */
export function pageTemplate(folder: string, site: SiteFacts): ((filling: Filling) => Inlined) | undefined {
  const file = path.join(folder, "index.html");
  if (!existsSync(file)) return undefined;
  const empty = readFileSync(file, "utf8");
  // its own title and description make room for those of the rendered page
  const bare = empty.replace(/<meta\s+name="description"[^>]*>\s*/s, "").replace(/<title>.*?<\/title>/s, headHere);
  const files = filesOf(folder, empty);
  const inlined = new Map<string, Inlined>();
  const sources = new Map(site.pages.map((page) => [page.path, page.source]));
  return ({ head, body, written, path: row = "", language }) => {
    const data = `<script type="application/json" id="written">${safe(written)}</script>`;
    if (head === undefined || body === undefined)
      return { ...nothing, html: spoken(empty, language).replace("</body>", () => `${data}</body>`) };
    const links = `${files(sources.get(row))}${files(site.languages[language])}`;
    const page =
      inlined.get(links) ?? inlineFiles(folder, afterPaint(bare.replace("</head>", () => `${links}</head>`)));
    inlined.set(links, page);
    const html = spoken(page.html, language)
      .replace(headHere, () => head)
      .replace('<div id="root"></div>', () => `<div id="root" data-rendered>${body}</div>`)
      .replace("</body>", () => `${data}</body>`);
    return { ...page, html };
  };
}

const headHere = "<!--head-->";
const module = /\s*<(?:script type="module"[^>]*><\/script|link rel="modulepreload"[^>]*)>/g;
const nothing = { allowed: { style: "", script: "" } };

/** A rendered page can be read without its modules: public/first.js puts them in place after the first paint. */
function afterPaint(page: string): string {
  const modules = page.match(module)?.join("") ?? "";
  return page
    .replaceAll(module, "")
    .replace("</head>", () => `<template id="application">${modules}</template></head>`);
}

const spoken = (page: string, language: LanguageCode) => page.replace('<html lang="en">', `<html lang="${language}">`);

/** A data block is not a script, so the content policy allows it. Its content cannot close it. */
function safe(data: WrittenData): string {
  return JSON.stringify(data).replaceAll("<", "\\u003c");
}

/** The links to a page's styles and scripts that the built page does not have yet. */
function filesOf(folder: string, page: string): (source: string | undefined) => string {
  const file = path.join(folder, ".vite/manifest.json");
  if (!existsSync(file)) return () => "";
  const built = manifest.parse(JSON.parse(readFileSync(file, "utf8")));
  const links = new Map<string, string>();
  return (source = "") => {
    const kept = links.get(source);
    if (kept !== undefined) return kept;
    const chunks = chunksOf(built, source);
    const styles = chunks.flatMap((name) => built[name]?.css ?? []);
    const scripts = chunks.flatMap((name) => built[name]?.file ?? []);
    const made = [
      ...styles.map((href) => ({ href, kind: 'rel="stylesheet"' })),
      ...scripts.map((href) => ({ href, kind: 'rel="modulepreload"' })),
    ]
      .filter(({ href }) => !page.includes(href))
      .map(({ href, kind }) => `<link ${kind} crossorigin href="/${href}">`)
      .join("");
    links.set(source, made);
    return made;
  };
}

/** A chunk with all its imports, dependencies first, so that styles keep the order of the build. */
function chunksOf(built: Manifest, name: string, seen = new Set<string>()): string[] {
  if (seen.has(name) || !built[name]) return [];
  seen.add(name);
  const before = built[name].imports.flatMap((next) => chunksOf(built, next, seen));
  return [...before, name];
}
