import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** A page that carries files inside itself, and how a content policy names those: by their hashes. */
export type Inlined = { html: string; allowed: { style: string; script: string } };

const stylesheet = /<link rel="stylesheet" crossorigin href="\/([^"]+)">/g;
const firstScript = '<script src="/first.js"></script>';

/**
 * Puts the styles of a page, and the script before its first paint, into the page itself: nobody waits for a second
 * answer before there is something to see. The links to the styles stay, switched off, because the build's own code
 * fetches those that it does not find. A file that is not there stays a link.
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
  // its comments are for who reads the file, not for every page
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
