import { languageNamed, languageTag, offeredLanguages } from "#contract/catalog/title-languages.ts";

const plain = (name: string) =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/\s*\([^)]*\)/g, "")
    .replace(/\blanguage$|\bonly$/, "")
    .trim();

/** Names missing from Intl. */
const otherNames = [
  ["castellano", "es"],
  ["mandarin", "zh"],
  ["cantonese", "zh"],
  ["farsi", "fa"],
  ["tagalog", "fil"],
  ["panjabi", "pa"],
  ["cambodian", "km"],
] as const;

let names: ReadonlyMap<string, string> | undefined;

/** Returns language tags by the languages' names in English, in Spanish, and in their own language. */
function tagsByName(): ReadonlyMap<string, string> {
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(97 + at));
  const codes = [...letters.flatMap((a) => letters.map((b) => a + b)), ...offeredLanguages.keys()];
  const inLanguage = (locale: string) => new Intl.DisplayNames([locale], { type: "language", fallback: "none" });
  const shared = ["es", "en"].map(inLanguage);
  const all = codes.flatMap((code) => {
    const tag = languageTag(code) ?? "";
    if (tag === "") return [];
    const own = offeredLanguages.has(tag) ? [inLanguage(tag)] : [];
    return [...own, ...shared].map((display) => [plain(display.of(tag) ?? ""), tag] as const);
  });
  return new Map([...all.filter(([name]) => name !== ""), ...otherNames]);
}

function oneLanguage(text: string): string | undefined {
  names ??= tagsByName();
  return languageNamed(text) ?? languageTag(text) ?? names.get(plain(text));
}

/**
 * Reads a language as people write it: "Español", "eng", "Chinese (Simplified)". Of several, as in "English/Spanish" and
 * "ENG;SPA", it returns the first one that isn't English, which borrowers look for. Returns "" for no language, and
 * undefined for an unknown word.
 */
export function languageInText(text: string): string | undefined {
  const one = oneLanguage(text);
  if (one !== undefined) return one;
  const parts = languagesIn(text).map(oneLanguage);
  if (!parts.every((part) => part !== undefined)) return undefined;
  return parts.find((part) => part !== "en" && part !== "") ?? parts[0];
}

const languagesIn = (text: string) =>
  (/bilingual|bilingüe/i.test(text) ? text.replace(/bilingual|bilingüe|[():]/gi, " ") : text)
    .split(/[,;|/&+]|\band\b|\by\b| - |\s*[–—]\s*|(?<=[a-z]{4})-(?=[a-z]{4})/i)
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** Returns whether a text names more than one language. */
export const isSeveralLanguages = (text: string) => oneLanguage(text) === undefined && languagesIn(text).length > 1;
