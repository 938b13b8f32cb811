import type { LanguageCode } from "#contract/site/languages.ts";
import { formatTime } from "./formats.tsx";
import { siteTimeZone } from "./site.ts";

/** Returns "Tue, Dec 1, 3:00 PM", in Spanish "mar, 1 de dic, 3:00 p. m.", for an instant in ISO 8601 in the site's time zone. */
export function formatDayAndTime(
  instant: string,
  language: LanguageCode = "en",
  timeZone: string = siteTimeZone(),
): string {
  const parts = { weekday: "short", month: "short", day: "numeric", timeZone } as const;
  const day = new Intl.DateTimeFormat(language === "es" ? "es-US" : "en-US", parts).format(new Date(instant));
  return `${day}, ${formatTime(instant, timeZone, language)}`;
}
