import { setupI18n } from "@lingui/core";
import { speak } from "#web/language/language.ts";
import { sayInSpanish } from "./say-in-spanish.ts";
import { spanish } from "./spanish.ts";

const locale = "es-US";

/** A text with places in braces, as the library wants it. Nothing has to be evaluated, nor read by a parser. */
function tokensOf(text: string): (string | [string])[] {
  return text.split(/\{(\w+)\}/).map((part, at) => (at % 2 === 1 ? [part] : part));
}

const library = setupI18n({ locale, messages: { [locale]: { ...spanish } } }).setMessagesCompiler(tokensOf);

/** The site in Spanish. */
export const speakSpanish = speak("es", (sentence, values) => library.t(sentence, values), sayInSpanish);
