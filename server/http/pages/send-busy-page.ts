import type { LanguageCode } from "#contract/site/languages.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { languageOf } from "./send-page.ts";
import { shortPage, shortPageHeaders } from "./short-page.ts";

const words: Record<LanguageCode, { title: string; text: (seconds: number) => string; again: string }> = {
  en: {
    title: "Too many pages at once",
    text: (seconds) =>
      `Many pages were opened from your network in a short time. Please wait ${seconds} seconds, and then try again.`,
    again: "Try again",
  },
  es: {
    title: "Demasiadas páginas a la vez",
    text: (seconds) =>
      `Se abrieron muchas páginas desde su red en poco tiempo. Espere ${seconds} segundos y vuelva a intentarlo.`,
    again: "Volver a intentarlo",
  },
};

/** Answers a page above its limit with a short page. */
export function sendBusyPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = languageOf(request);
  const { title, text, again } = words[language];
  const wait = Number(reply.getHeader("retry-after")) || 60;
  return reply.headers(shortPageHeaders).send(shortPage(language, { title, text: text(wait), again }));
}
