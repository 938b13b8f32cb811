import type { Reason } from "#contract/wire/refusals.ts";
import { languageChosen, type LanguageCode, languageNamed, languageNames } from "#contract/site/languages.ts";
import type spanish from "./spanish.json";
import { cookieName } from "#contract/wire/cookies.ts";

type Fill = (sentence: string, values?: Readonly<Record<string, string | number>>) => string;

/** An English message; a refusal also has its reason and field errors as data. */
export type Told = { message: string; reason?: Reason | undefined; errors?: readonly Told[] | undefined };

/** The site in one language. Immutable, so that a server can share it among readers. */
export type Language = {
  code: LanguageCode;
  /** Translates a sentence in the code, and fills in its placeholders. */
  t: <Text extends Sentence>(sentence: Text, ...values: Values<Text>) => string;
  fill: Fill;
  /** Translates a refusal, an error, or a category's name. Unknown sentences stay as they are. */
  say: (message: string | Told) => string;
  /** Translates the name of a subject or grade (`withCodeNames`). */
  called: (name: string) => string;
  /** Returns the `lang` of a text, undefined if it is the page's or unknown. */
  langOf: (words: { language: string }) => string | undefined;
  number: (value: number) => string;
};

/** Creates a language: `fill` translates sentences in the code, `say` all others. */
export function speak(
  code: LanguageCode,
  fill: Fill,
  say: (message: string | Told, t: Language["t"]) => string,
): Language {
  const t: Language["t"] = (sentence, ...values) => fill(sentence, values[0]);
  const langOf = ({ language }: { language: string }) => (language === "" || language === code ? undefined : language);
  return { code, t, fill, say: (message) => say(message, t), called: (name) => name, langOf, number };
}

/** Adds the names of subjects and grades that staff entered in this language, by their English names. */
export function withCodeNames(language: Language, names: Readonly<Record<string, string>> | undefined): Language {
  if (!names) return language;
  return { ...language, called: (name) => (Object.hasOwn(names, name) ? (names[name] ?? name) : name) };
}

/** Groups digits with commas, as both languages do in California. Without Intl, which took an old phone 90 ms to load. */
const number = (value: number): string => String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");

/** Fills in the placeholders of a text: `{n}` becomes the value of n. */
export function fillPlaces(text: string, values?: Parameters<Fill>[1]): string {
  return values ? text.replace(/\{(\w+)\}/g, (_place, name: string) => `${values[name] ?? ""}`) : text;
}

/** English, the language of the code, which needs no catalog. */
export const english = speak("en", fillPlaces, (message) => (typeof message === "string" ? message : message.message));

/** Loads a language with its sentences, or English if that fails. */
export async function loadLanguage(code: LanguageCode): Promise<Language> {
  if (code === "en") return english;
  try {
    return (await import("./speak-spanish.ts")).speakSpanish;
  } catch (error) {
    console.error("The Spanish texts could not be fetched.", error);
    return english;
  }
}

/** An English sentence in the catalog. */
export type Sentence = keyof typeof spanish;

export type PlainSentence = Exclude<Sentence, `${string}{${string}` | `${string}<${string}`>;

type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;

/** The placeholders of a sentence: `{n}` needs n. */
export type Values<Text> = [Names<Text>] extends [never] ? [] : [values: Record<Names<Text>, string | number>];

/** The tags in a sentence: `<link>…</link>` needs link. */
export type Tags<Text> = Text extends `${string}<${infer Tag}>${infer Rest}`
  ? (Tag extends `/${string}` ? never : Tag) | Tags<Rest>
  : never;

const year = 31_536_000; // seconds

/** Returns the language chosen in this browser, or the page's. */
export function startingLanguage(): LanguageCode {
  return languageChosen(document.cookie) ?? languageNamed(document.documentElement.lang) ?? "en";
}

/** Stores a choice in a cookie, so that the server can read it, too. */
export function keepLanguage(code: LanguageCode): void {
  const isSecure = location.protocol === "https:";
  const name = cookieName(languageNames.cookie, isSecure);
  document.cookie = `${name}=${code}; Path=/; Max-Age=${year}; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}
