import { languageChosen, type LanguageCode, languageNamed, languageNames } from "#contract/site/languages.ts";
import { cookieName } from "#contract/wire/cookies.ts";

const year = 31_536_000; // seconds

/** The initial language: chosen on this machine, else the page's. */
export function startingLanguage(): LanguageCode {
  return languageChosen(document.cookie) ?? languageNamed(document.documentElement.lang) ?? "en";
}

/** Stores a choice where the server can read it too. */
export function keepLanguage(code: LanguageCode): void {
  const isSecure = location.protocol === "https:";
  const name = cookieName(languageNames.cookie, isSecure);
  document.cookie = `${name}=${code}; Path=/; Max-Age=${year}; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}
