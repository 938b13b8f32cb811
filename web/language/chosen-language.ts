import { languageChosen, type LanguageCode, languageNamed, languageNames } from "#contract/site/languages.ts";
import { cookieName } from "#contract/wire/cookies.ts";

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
