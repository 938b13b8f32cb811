import { useState } from "react";
import { english, loadLanguage } from "./language.ts";

/** The language of a preview on the English admin side, and what a button does that shows the preview in Spanish or not. */
export function usePreviewLanguage() {
  const [language, setLanguage] = useState(english);
  const isSpanish = language.code === "es";
  const onClick = () => void loadLanguage(isSpanish ? "en" : "es").then(setLanguage);
  return { language, inSpanish: { "aria-pressed": isSpanish, onClick, children: "In Spanish" } };
}
