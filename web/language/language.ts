import { setupI18n } from "@lingui/core";
import type { LanguageCode } from "#contract/site/languages.ts";
import type { Sentence, Values } from "./catalogue.ts";

/** How the site speaks to one reader. It never changes, so that a server may use one for all its readers. */
export type Language = {
  code: LanguageCode;
  /** A sentence of the code, its places filled in. */
  t: <Text extends Sentence>(sentence: Text, ...values: Values<Text>) => string;
  /** The same for a sentence that no type knows any more. */
  fill: (sentence: string, values?: Readonly<Record<string, string | number>>) => string;
  /** A sentence that comes from elsewhere, in English: the server's, a rule's, a code's name. An unknown one stays as it is. */
  say: (sentence: string) => string;
  /** A number with its separators. */
  number: (value: number) => string;
};

/** A text with places in braces, as the library wants it. Without a place it is ready, and nothing needs evaluating. */
function tokensOf(text: string): (string | [string])[] {
  return text.split(/\{(\w+)\}/).map((part, at) => (at % 2 === 1 ? [part] : part));
}

/** A language from its sentences by their English ones. What it lacks is said in English. */
export function speak(
  code: LanguageCode,
  sentences: Readonly<Record<string, string>>,
  say: Language["say"] = (sentence) => sentence,
): Language {
  const locale = `${code}-US`;
  const library = setupI18n({ locale, messages: { [locale]: { ...sentences } } }).setMessagesCompiler(tokensOf);
  const numbers = new Intl.NumberFormat(locale);
  const fill: Language["fill"] = (sentence, values) => library.t(sentence, values);
  return {
    code,
    t: (sentence, ...values) => fill(sentence, values[0]),
    fill,
    say,
    number: (value) => numbers.format(value),
  };
}

/** The language of the code itself. */
export const english = speak("en", {});

/** A language, its sentences fetched; English when they cannot be had. */
export async function loadLanguage(code: LanguageCode): Promise<Language> {
  if (code === "en") return english;
  try {
    return (await import("./spanish/speak-spanish.ts")).speakSpanish;
  } catch (error) {
    console.error("The Spanish texts could not be fetched.", error);
    return english;
  }
}
