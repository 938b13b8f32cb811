import { createHash } from "node:crypto";
import type { LanguageCode } from "#contract/site/languages.ts";

type Words = { title: string; text: string; again: string };

const style =
  ":root{color-scheme:light dark}body{max-width:34rem;margin:15vh auto;padding:0 1.5rem;font:1.125rem/1.6 system-ui,sans-serif}h1{line-height:1.2}";

export const shortPageHeaders = {
  "content-security-policy": `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; base-uri 'none'; frame-ancestors 'none'`,
  "cache-control": "no-store",
  "content-type": "text/html; charset=utf-8",
} as const;

/** One small document that asks for nothing else: for visitors who must wait. */
export function shortPage(language: LanguageCode, { title, text, again }: Words): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${style}</style></head><body><main><h1>${title}</h1><p>${text}</p><p><a href="">${again}</a></p></main></body></html>`;
}
