import type { Language } from "#web/language/language.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import type { Teaching } from "#contract/orders/teaching-days.ts";

/** "March 3 – 7", with the year if it is another. */
export function daysInWords({ from, to }: Teaching, language: LanguageCode): string {
  const year = new Date().getFullYear();
  const isOther = !from.startsWith(`${year}`) || !to.startsWith(`${year}`);
  const format = new Intl.DateTimeFormat(language === "es" ? "es-US" : "en-US", {
    month: "long",
    day: "numeric",
    timeZone: "UTC",
    ...(isOther && { year: "numeric" }),
  });
  const at = (day: string) => new Date(`${day}T00:00:00Z`);
  return to < from ? format.format(at(from)) : format.formatRange(at(from), at(to));
}

export const freeInWords = (free: number, { t, number }: Language) =>
  free === 0
    ? t("Not free for your days")
    : free === 1
      ? t("1 free for your days")
      : t("{n} free for your days", { n: number(free) });
