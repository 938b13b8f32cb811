import { createHash } from "node:crypto";
import type { LanguageCode } from "#contract/site/languages.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { languageOf } from "./send-page.ts";

type Words = { title: string; text: string; again: string };

const style =
  ":root{color-scheme:light dark}body{max-width:34rem;margin:15vh auto;padding:0 1.5rem;font:1.125rem/1.6 system-ui,sans-serif}h1{line-height:1.2}";

export const shortPageHeaders = {
  "content-security-policy": `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; base-uri 'none'; frame-ancestors 'none'`,
  "cache-control": "no-store",
  "content-type": "text/html; charset=utf-8",
} as const;

/** Returns a small page, with nothing else to load, for visitors who must wait. */
export function shortPage(language: LanguageCode, { title, text, again }: Words): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${style}</style></head><body><main><h1>${title}</h1><p>${text}</p><p><a href="">${again}</a></p></main></body></html>`;
}

const words: Record<LanguageCode, { title: string; text: (seconds: number) => string; again: string }> = {
  en: {
    title: "Too many pages at once",
    text: (seconds) =>
      `Your network opened many pages in a short time. Please wait ${seconds} seconds, and then try again.`,
    again: "Try again",
  },
  es: {
    title: "Demasiadas páginas a la vez",
    text: (seconds) =>
      `Se abrieron muchas páginas desde su red en poco tiempo. Espere ${seconds} segundos y vuelva a intentarlo.`,
    again: "Volver a intentarlo",
  },
};

/** Answers a page request above its rate limit. */
export function sendBusyPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = languageOf(request);
  const { title, text, again } = words[language];
  const wait = Number(reply.getHeader("retry-after")) || 60;
  return reply.headers(shortPageHeaders).send(shortPage(language, { title, text: text(wait), again }));
}
