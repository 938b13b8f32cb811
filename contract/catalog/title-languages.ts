export const offeredLanguages: ReadonlyMap<string, string> = new Map([
  ["en", "English"],
  ["es", "Spanish"],
  ["zh", "Chinese"],
  ["vi", "Vietnamese"],
  ["fil", "Filipino"],
  ["ko", "Korean"],
  ["hy", "Armenian"],
  ["ar", "Arabic"],
  ["fa", "Persian"],
  ["ru", "Russian"],
  ["pa", "Punjabi"],
  ["hmn", "Hmong"],
  ["km", "Khmer"],
  ["hi", "Hindi"],
  ["ja", "Japanese"],
  ["pt", "Portuguese"],
  ["fr", "French"],
  ["de", "German"],
  ["uk", "Ukrainian"],
]);

let displayNames: Intl.DisplayNames | undefined;

/** Loads the names when a language isn't among those offered, because browsers take 30 ms for it. */
const nameOf = (tag: string) =>
  (displayNames ??= new Intl.DisplayNames(["en"], { type: "language", fallback: "none" })).of(tag);

const noLanguage = ["und", "zxx", "mul", "mis"];

/**
 * Converts an ISO 639-1 or 639-2 code (including bibliographic ones) or a longer tag to a primary tag: "es" for "spa"
 * and "es-MX". Returns "" for no language, and undefined for an invalid code.
 */
export function languageTag(code: string): string | undefined {
  const [primary = ""] = code.trim().toLowerCase().split(/[-_]/);
  if (primary === "" || noLanguage.includes(primary)) return "";
  const [tag = ""] = /^[a-z]{2,3}$/.test(primary) ? Intl.getCanonicalLocales(primary) : [];
  return tag !== "" && (offeredLanguages.has(tag) || nameOf(tag) !== undefined) ? tag : undefined;
}

/** Returns the English name of a language tag, or "" for no language. */
export function languageName(tag: string): string {
  return tag === "" ? "" : (offeredLanguages.get(tag) ?? nameOf(tag) ?? tag);
}

export function languageNamed(name: string): string | undefined {
  const lowerCase = name.trim().toLowerCase();
  return [...offeredLanguages].find(([, english]) => english.toLowerCase() === lowerCase)?.[0];
}
