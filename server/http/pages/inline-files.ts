import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** A page with embedded files, and the hashes that allow them in its content policy. */
export type Inlined = { html: string; allowed: { style: string; script: string } };

const stylesheet = /<link rel="stylesheet" crossorigin href="\/([^"]+)">/g;
const firstScript = '<script src="/first.js"></script>';

/**
 * Inlines the page's styles and its first script, so that the first paint needs no second response. The links to the
 * styles stay, disabled, because the build's loader fetches styles it finds no link for. A missing file stays a link.
 */
export function inlineFiles(folder: string, page: string): Inlined {
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
  // comments are for readers of the file, not for every page
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
