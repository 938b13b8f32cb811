import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { LanguageCode } from "#contract/site/languages.ts";
import type { SiteFacts, WrittenData } from "#contract/site/rendering.ts";
import * as z from "zod";

const manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
  }),
);
type Manifest = z.output<typeof manifest>;

/** The parts to insert into the built page; HTML, except the data. */
export type PageContents = {
  head?: string;
  body?: string;
  written: WrittenData;
  /** The path in the page table. */
  path?: string;
  language: LanguageCode;
};

/** A page with inlined files, and the hashes that allow them in its content security policy. */
export type Inlined = { html: string; allowed: { style: string; script: string } };

/** Reads the built page; returns a function that fills it in, or undefined without a build. */
export function pageTemplate(folder: string, site: SiteFacts): ((contents: PageContents) => Inlined) | undefined {
  const file = path.join(folder, "index.html");
  if (!existsSync(file)) return undefined;
  const empty = readFileSync(file, "utf8");
  // the rendered page brings its own title and description
  const bare = empty
    .replace(/<meta\s+name="description"[^>]*>\s*/s, "")
    .replace(/<title>.*?<\/title>/s, headPlaceholder);
  const files = filesOf(folder, empty);
  const inlined = new Map<string, Inlined>();
  const sources = new Map(site.pages.map((page) => [page.path, page.source]));
  return ({ head, body, written, path: row = "", language }) => {
    const data = `<script type="application/json" id="written">${escapeData(written)}</script>`;
    if (head === undefined || body === undefined)
      return { ...noInlining, html: withLanguage(empty, language).replace("</body>", () => `${data}</body>`) };
    const links = `${files(sources.get(row))}${files(site.languages[language])}`;
    const page =
      inlined.get(links) ?? inlineFiles(folder, afterPaint(bare.replace("</head>", () => `${links}</head>`)));
    inlined.set(links, page);
    const html = withLanguage(page.html, language)
      .replace(headPlaceholder, () => head)
      .replace(/(<div id="root"[^>]*)><\/div>/, (_, start: string) => `${start} data-rendered>${body}</div>`)
      .replace("</body>", () => `${data}</body>`);
    return { ...page, html };
  };
}

const headPlaceholder = "<!--head-->";
const module = /\s*<(?:script type="module"[^>]*><\/script|link rel="modulepreload"[^>]*)>/g;
const noInlining = { allowed: { style: "", script: "" } };

/** Defers the modules, which a rendered page does not need at first: public/first.js adds them after the first paint. */
function afterPaint(page: string): string {
  const modules = page.match(module)?.join("") ?? "";
  return page
    .replaceAll(module, "")
    .replace("</head>", () => `<template id="application">${modules}</template></head>`);
}

const withLanguage = (page: string, language: LanguageCode) =>
  page.replace('<html lang="en">', `<html lang="${language}">`);

/** Escapes data so that it cannot close the script element it stands in. */
function escapeData(data: WrittenData): string {
  return JSON.stringify(data).replaceAll("<", "\\u003c");
}

/** Returns a function that lists links to a page's styles and scripts, except those in the built page. */
function filesOf(folder: string, page: string): (source: string | undefined) => string {
  const file = path.join(folder, ".vite/manifest.json");
  if (!existsSync(file)) return () => "";
  const built = manifest.parse(JSON.parse(readFileSync(file, "utf8")));
  const links = new Map<string, string>();
  return (source = "") => {
    const cached = links.get(source);
    if (cached !== undefined) return cached;
    const chunks = chunksOf(built, source);
    const styles = chunks.flatMap((name) => built[name]?.css ?? []);
    const scripts = chunks.flatMap((name) => built[name]?.file ?? []);
    const html = [
      ...styles.map((href) => ({ href, kind: 'rel="stylesheet"' })),
      ...scripts.map((href) => ({ href, kind: 'rel="modulepreload"' })),
    ]
      .filter(({ href }) => !page.includes(href))
      .map(({ href, kind }) => `<link ${kind} crossorigin href="/${href}">`)
      .join("");
    links.set(source, html);
    return html;
  };
}

/** Returns a chunk and its imports, dependencies first, so that styles keep the order of the build. */
function chunksOf(built: Manifest, name: string, seen = new Set<string>()): string[] {
  if (seen.has(name) || !built[name]) return [];
  seen.add(name);
  const dependencies = built[name].imports.flatMap((next) => chunksOf(built, next, seen));
  return [...dependencies, name];
}

const stylesheet = /<link rel="stylesheet" crossorigin href="\/([^"]+)">/g;
const firstScript = '<script src="/first.js"></script>';

/**
 * Inlines the page's styles and first script, so that the first paint needs no second response. The style links stay,
 * disabled, because the build's loader fetches styles that have no link.
 */
function inlineFiles(folder: string, page: string): Inlined {
  const allowed = { style: "", script: "" };
  const styles: string[] = [];
  let html = page.replaceAll(stylesheet, (link, href: string) => {
    const content = contentOf(folder, href);
    if (content === undefined || content.includes("</style")) return link;
    styles.push(content);
    return link.replace("<link", "<link disabled");
  });
  if (styles.length > 0) {
    const content = styles.join("\n");
    html = html.replace("<link disabled", () => `<style>${content}</style><link disabled`);
    allowed.style = hashOf(content);
  }
  const script = contentOf(folder, "first.js")?.replaceAll(/^\s*\/\/.*\n/gm, "");
  if (script !== undefined && html.includes(firstScript) && !script.includes("</script")) {
    html = html.replace(firstScript, () => `<script>${script}</script>`);
    allowed.script = hashOf(script);
  }
  return { html, allowed };
}

function contentOf(folder: string, name: string): string | undefined {
  const file = path.join(folder, name);
  return existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
}

const hashOf = (content: string) => `'sha256-${createHash("sha256").update(content).digest("base64")}'`;
