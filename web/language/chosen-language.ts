import type { LanguageCode } from "#contract/site/languages.ts";
import { languageChosen, languageNamed, languageNames } from "#contract/site/languages.ts";

const year = 31_536_000; // seconds

/** The initial language: chosen on this machine, else the page's. */
export function startingLanguage(): LanguageCode {
  return languageChosen(document.cookie) ?? languageNamed(document.documentElement.lang) ?? "en";
}

/** Stores a choice where the server can read it too. */
export function keepLanguage(code: LanguageCode): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${languageNames.cookie}=${code}; Path=/; Max-Age=${year}; SameSite=Lax${secure}`;
}
