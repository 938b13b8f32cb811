import { languageAskedFor, languageChosen, type LanguageCode } from "#contract/site/languages.ts";
import type { FastifyRequest } from "fastify";

/** The reader's language: chosen earlier, or preferred by the browser. */
export function readerLanguage({ headers }: Pick<FastifyRequest, "headers">): LanguageCode {
  return languageChosen(headers.cookie) ?? languageAskedFor(headers["accept-language"]);
}
