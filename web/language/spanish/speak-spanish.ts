import { sayerOf } from "#web/language/known-sentences.ts";
import { speak } from "#web/language/language.ts";
import { spanish } from "./spanish.ts";

/** The site in Spanish. */
export const speakSpanish = speak("es", spanish, sayerOf(spanish));
