import { createContext, use, useState } from "react";
import type { LanguageCode } from "#contract/site/languages.ts";
import { english, type Language, loadLanguage } from "./language.ts";

/** The language of the page; English by default, as on the admin side. */
export const LanguageContext = createContext<Language>(english);

export function useLanguage(): Language {
  return use(LanguageContext);
}

export type LanguageChoice = { chosen: LanguageCode; choose: (code: LanguageCode) => Promise<void> };

export const LanguageChoiceContext = createContext<LanguageChoice>({ chosen: "en", choose: async () => {} });

/** Returns the language of a staff preview, and the props of a button that switches it to Spanish. */
export function usePreviewLanguage() {
  const [language, setLanguage] = useState(english);
  const isSpanish = language.code === "es";
  const onClick = () => void loadLanguage(isSpanish ? "en" : "es").then(setLanguage);
  return { language, inSpanish: { "aria-pressed": isSpanish, onClick, children: "In Spanish" } };
}
