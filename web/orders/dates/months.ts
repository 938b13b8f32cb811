import type { LanguageCode } from "#contract/site/languages.ts";
import type { FreeDays } from "#contract/orders/title-days.ts";

type Day = { day: string; free: number | null };
type Month = { first: string; weeks: (Day | undefined)[][] };

const at = (day: string) => new Date(`${day}T00:00:00Z`);

/** Groups days by month and week. Weeks begin on Sunday and have seven entries. */
export function monthsOf({ from, free }: Pick<FreeDays, "from" | "free">): Month[] {
  const months: Month[] = [];
  for (const [days, count] of free.entries()) {
    const date = at(from);
    date.setUTCDate(date.getUTCDate() + days);
    const day = date.toISOString().slice(0, 10);
    if (date.getUTCDate() === 1) months.push({ first: day, weeks: [] });
    const weeks = months.at(-1)?.weeks;
    if (date.getUTCDate() === 1 || date.getUTCDay() === 0) weeks?.push(Array.from({ length: 7 }, () => undefined));
    weeks?.at(-1)?.splice(date.getUTCDay(), 1, { day, free: count });
  }
  return months;
}

export function namesOf(language: LanguageCode) {
  const locale = language === "es" ? "es-US" : "en-US";
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...options });
    return (day: string) => formatter.format(at(day));
  };
  const [short, long] = [format({ weekday: "short" }), format({ weekday: "long" })];
  const week = Array.from({ length: 7 }, (_, day) => `2026-03-0${day + 1}`); // the first was a Sunday
  return {
    month: format({ month: "long", year: "numeric" }),
    weekdays: week.map((day) => ({ short: short(day), long: long(day) })),
  };
}
