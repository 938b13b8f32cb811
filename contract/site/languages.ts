/** The languages of the public and borrower pages. The staff pages are in English. */
export const languages = ["en", "es"] as const;

export type LanguageCode = (typeof languages)[number];

/**
 * The cookie that keeps a visitor's choice, the query parameter of a page in one language (`?lang=es`), and the one
 * that chooses a language and redirects to the address without it.
 */
export const languageNames = { cookie: "language", query: "lang", choice: "choose-lang" } as const;

/** The default language for addresses and browsers that name none. */
const usual: LanguageCode = "en";

/** The canonical address of a page in a language. `path` may have a query. */
export function addressIn(language: LanguageCode, path: string): string {
  return language === usual ? path : `${path}${path.includes("?") ? "&" : "?"}${languageNames.query}=${language}`;
}

/** The address of a page in each language, as search engines expect it; the one without a language is the default. */
export function addressesByLanguage(path: string): { language: LanguageCode | "x-default"; address: string }[] {
  const each = languages.map((language) => ({ language, address: addressIn(language, path) }));
  return [...each, { language: "x-default", address: path }];
}

/** The supported language that a text names: "es" for "es-MX". */
export function languageNamed(text: string | null | undefined): LanguageCode | undefined {
  const named = text?.trim().toLowerCase().split("-")[0];
  return languages.find((code) => code === named);
}

export function languageChosen(cookies = ""): LanguageCode | undefined {
  const ours = /(?:^|;\s*)__Host-language=([^;]*)/.exec(cookies) ?? /(?:^|;\s*)language=([^;]*)/.exec(cookies);
  return languageNamed(ours?.[1]);
}

/** The browser's preferred language (Accept-Language) among ours; else English. */
export function languageAskedFor(accepted: string | undefined): LanguageCode {
  const asked = (accepted ?? "").split(",").map((part, at) => {
    const [name, ...rest] = part.split(";");
    const weight = Number(/^\s*q=([\d.]+)/.exec(rest.join(";"))?.[1] ?? 1);
    return { code: languageNamed(name), weight, at };
  });
  const best = asked
    .filter(({ code, weight }) => code !== undefined && weight > 0)
    .toSorted((one, other) => other.weight - one.weight || one.at - other.at)[0];
  return best?.code ?? usual;
}
