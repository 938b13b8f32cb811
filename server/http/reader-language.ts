import { languageAskedFor, languageChosen, type LanguageCode } from "#contract/site/languages.ts";
import type { FastifyRequest } from "fastify";

/** The language that somebody reads the site in: the one they chose, or the one their browser asks for. */
export function readerLanguage({ headers }: Pick<FastifyRequest, "headers">): LanguageCode {
  return languageChosen(headers.cookie) ?? languageAskedFor(headers["accept-language"]);
}
