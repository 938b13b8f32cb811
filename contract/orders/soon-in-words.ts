import type { LanguageCode } from "#contract/site/languages.ts";

/** Formats a day of the coming weeks as "Fri, Dec 4", or "viernes 4 de diciembre" in Spanish. */
export function soonInWords(day: string, language: LanguageCode): string {
  const isSpanish = language === "es";
  const size = isSpanish ? "long" : "short";
  const parts = { weekday: size, month: size, day: "numeric", timeZone: "UTC" } as const;
  return new Date(day).toLocaleDateString(`${language}-US`, parts).replace(isSpanish ? "," : "", "");
}
