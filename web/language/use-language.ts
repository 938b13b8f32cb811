import { createContext, use } from "react";
import type { LanguageCode } from "#contract/site/languages.ts";
import type { Language } from "./language.ts";
import { english } from "./language.ts";

/** The language of the page around; English where nobody said otherwise, as on the administrators' side. */
export const LanguageContext = createContext<Language>(english);

/** The language to speak here. */
export function useLanguage(): Language {
  return use(LanguageContext);
}

/** What the reader chose, and a way to choose anew. */
export type LanguageChoice = { chosen: LanguageCode; choose: (code: LanguageCode) => Promise<void> };

/** Where the choice is made: around all pages. */
export const LanguageChoiceContext = createContext<LanguageChoice>({ chosen: "en", choose: async () => {} });
