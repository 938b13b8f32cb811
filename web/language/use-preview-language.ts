import { useState } from "react";
import { english, loadLanguage } from "./language.ts";

/** Returns the language of a staff preview, and the props of a button that switches it to Spanish. */
export function usePreviewLanguage() {
  const [language, setLanguage] = useState(english);
  const isSpanish = language.code === "es";
  const onClick = () => void loadLanguage(isSpanish ? "en" : "es").then(setLanguage);
  return { language, inSpanish: { "aria-pressed": isSpanish, onClick, children: "In Spanish" } };
}
