import { createContext, use } from "react";
import type { LanguageCode } from "#contract/site/languages.ts";
import { english, type Language } from "./language.ts";

/** The language of the page; English by default, as on the admin side. */
export const LanguageContext = createContext<Language>(english);

export function useLanguage(): Language {
  return use(LanguageContext);
}

export type LanguageChoice = { chosen: LanguageCode; choose: (code: LanguageCode) => Promise<void> };

export const LanguageChoiceContext = createContext<LanguageChoice>({ chosen: "en", choose: async () => {} });
