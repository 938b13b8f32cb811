import { sayerOf } from "#web/language/known-sentences.ts";
import { fillPlaces, speak } from "#web/language/language.ts";
import { spanish } from "./spanish.ts";

const texts: Readonly<Record<string, string>> = spanish;

/** The site in Spanish. */
export const speakSpanish = speak(
  "es",
  (sentence, values) => fillPlaces(texts[sentence] ?? sentence, values),
  sayerOf(texts),
);
