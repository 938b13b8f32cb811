import type { Reason } from "#contract/wire/reasons.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import type { Sentence, Values } from "./catalog.ts";

type Fill = (sentence: string, values?: Readonly<Record<string, string | number>>) => string;

/** An English sentence from elsewhere; a refusal also has its reason and field errors as data. */
export type Told = { message: string; reason?: Reason | undefined; errors?: readonly Told[] | undefined };

/** The site in one reader's language. Immutable, so that a server can share it among readers. */
export type Language = {
  code: LanguageCode;
  /** A sentence of the code with its placeholders filled in. */
  t: <Text extends Sentence>(sentence: Text, ...values: Values<Text>) => string;
  fill: Fill;
  /** From elsewhere: a refusal, a rule's sentence, or a category's name. Unknown sentences stay as they are. */
  say: (told: string | Told) => string;
  /** What a subject or grade is called (`withCodeNames`). */
  called: (name: string) => string;
  /** The `lang` of text in its own language; undefined if it is the page's, or unknown. */
  langOf: (words: { language: string }) => string | undefined;
  number: (value: number) => string;
};

/** A language by how it fills the places of an English sentence, and what it makes of sentences from elsewhere. */
export function speak(
  code: LanguageCode,
  fill: Fill,
  say: (told: string | Told, t: Language["t"]) => string,
): Language {
  const t: Language["t"] = (sentence, ...values) => fill(sentence, values[0]);
  const langOf = ({ language }: { language: string }) => (language === "" || language === code ? undefined : language);
  return { code, t, fill, say: (told) => say(told, t), called: (name) => name, langOf, number };
}

/** A language that knows what staff call subjects and grades in it, by their English names. */
export function withCodeNames(language: Language, names: Readonly<Record<string, string>> | undefined): Language {
  if (!names) return language;
  return { ...language, called: (name) => (Object.hasOwn(names, name) ? (names[name] ?? name) : name) };
}

/** Both languages group by commas where the library is. Not by Intl: to read its data held back rendering on an old phone for 90 ms. */
const number = (value: number): string => String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");

/** A text with its places filled in: `{n}` becomes the value of n. */
export function fillPlaces(text: string, values?: Parameters<Fill>[1]): string {
  return values ? text.replace(/\{(\w+)\}/g, (_place, name: string) => `${values[name] ?? ""}`) : text;
}

/** English, the language of the code: its readers load no catalog. */
export const english = speak("en", fillPlaces, (told) => (typeof told === "string" ? told : told.message));

/** Loads a language with its sentences; English if they are unavailable. */
export async function loadLanguage(code: LanguageCode): Promise<Language> {
  if (code === "en") return english;
  try {
    return (await import("./speak-spanish.ts")).speakSpanish;
  } catch (error) {
    console.error("The Spanish texts could not be fetched.", error);
    return english;
  }
}
