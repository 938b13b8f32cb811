/** The languages that a form offers, as BCP 47 writes them, most used first. */
export const offeredLanguages = [
  "en",
  "es",
  "zh",
  "vi",
  "fil",
  "ko",
  "hy",
  "ar",
  "fa",
  "ru",
  "pa",
  "hmn",
  "km",
  "hi",
  "ja",
  "pt",
  "fr",
  "de",
  "uk",
] as const;

const names = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });

/** Codes that say of a language that it is unknown, none, or more than one. */
const noLanguage = ["und", "zxx", "mul", "mis"];

/**
 * The tag of a language, by a code of ISO 639-1 or 639-2 (that of the bibliographers, too) or a longer tag: "es" for
 * "spa" and "es-MX". Empty for none; undefined for what is no language.
 */
export function languageTag(code: string): string | undefined {
  const [primary = ""] = code.trim().toLowerCase().split(/[-_]/);
  if (primary === "" || noLanguage.includes(primary)) return "";
  const [tag = ""] = /^[a-z]{2,3}$/.test(primary) ? Intl.getCanonicalLocales(primary) : [];
  return tag !== "" && names.of(tag) !== undefined ? tag : undefined;
}

/** What a language is called in English, by its tag; empty for none. */
export function languageName(tag: string): string {
  return tag === "" ? "" : (names.of(tag) ?? tag);
}

/** The tag of a language by its name in English, among those that are offered. */
export function languageNamed(name: string): string | undefined {
  const wanted = name.trim().toLowerCase();
  return offeredLanguages.find((tag) => languageName(tag).toLowerCase() === wanted);
}
