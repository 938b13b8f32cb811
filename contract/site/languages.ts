/** The languages of the public and borrower pages. The staff pages are in English. */
export const languages = ["en", "es"] as const;

export type LanguageCode = (typeof languages)[number];

/**
 * The cookie that stores a visitor's choice, the query parameter of a page in one language (`?lang=es`), and the query
 * parameter that stores a choice and redirects to the address without it.
 */
export const languageNames = { cookie: "language", query: "lang", choice: "choose-lang" } as const;

const defaultLanguage: LanguageCode = "en";

/** Returns the canonical address of a page in a language. `path` may have a query. */
export function addressIn(language: LanguageCode, path: string): string {
  return language === defaultLanguage
    ? path
    : `${path}${path.includes("?") ? "&" : "?"}${languageNames.query}=${language}`;
}

/** Returns the address of a page in each language, as search engines expect them. */
export function addressesByLanguage(path: string): { language: LanguageCode | "x-default"; address: string }[] {
  const each = languages.map((language) => ({ language, address: addressIn(language, path) }));
  return [...each, { language: "x-default", address: path }];
}

/** Returns the supported language that a text names: "es" for "es-MX". */
export function languageNamed(text: string | null | undefined): LanguageCode | undefined {
  const name = text?.trim().toLowerCase().split("-")[0];
  return languages.find((code) => code === name);
}

export function languageChosen(cookies = ""): LanguageCode | undefined {
  const cookie = /(?:^|;\s*)__Host-language=([^;]*)/.exec(cookies) ?? /(?:^|;\s*)language=([^;]*)/.exec(cookies);
  return languageNamed(cookie?.[1]);
}

/** Returns the supported language that the browser prefers (Accept-Language), or English. */
export function languageAskedFor(accepted: string | undefined): LanguageCode {
  const preferences = (accepted ?? "").split(",").map((part, at) => {
    const [name, ...rest] = part.split(";");
    const weight = Number(/^\s*q=([\d.]+)/.exec(rest.join(";"))?.[1] ?? 1);
    return { code: languageNamed(name), weight, at };
  });
  const best = preferences
    .filter(({ code, weight }) => code !== undefined && weight > 0)
    .toSorted((a, b) => b.weight - a.weight || a.at - b.at)[0];
  return best?.code ?? defaultLanguage;
}
