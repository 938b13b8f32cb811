import { fillPlaces, speak } from "#web/language/language.ts";
import { sayInSpanish } from "./say-in-spanish.ts";
import { spanish } from "./spanish.ts";

const texts: Readonly<Record<string, string>> = spanish;

/** The site in Spanish. */
export const speakSpanish = speak(
  "es",
  (sentence, values) => fillPlaces(texts[sentence] ?? sentence, values),
  sayInSpanish,
);
