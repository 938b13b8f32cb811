import { useLanguage } from "#web/language/use-language.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import { siteTimeZone } from "./site.ts";

/** Shows a day as "Mar 4, 2026", from an instant (ISO 8601) or a day (YYYY-MM-DD); a dash without one. */
export function DateText({ value, inSentence }: { value: string | null | undefined; inSentence?: boolean }) {
  const { code } = useLanguage();
  const day = value ? machineDay(value) : undefined;
  return day ? <time dateTime={day}>{formatDay(day, code, inSentence)}</time> : <>–</>;
}

/** Shows an instant (ISO 8601) as "Mar 4, 2026, 2:05 PM"; a dash without one. */
export function TimeText({ value }: { value: string }) {
  const day = machineDay(value);
  if (!day) return <>–</>;
  return (
    <time dateTime={value}>
      {formatDay(day)}, {formatTime(value)}
    </time>
  );
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const meses = "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split(" ");

const formats = new Map<string, Intl.DateTimeFormat>();

/** Caches formats, because creating one is slow on an old phone. */
function formatOf(locale: string, timeZone: string, options?: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + timeZone;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone, ...options });
  formats.set(key, format);
  return format;
}

/** Returns "2026-03-04" for an instant (in the site's time zone) or a day in ISO 8601, undefined otherwise. */
export function machineDay(value: string, timeZone: string = siteTimeZone()): string | undefined {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return value;
  const instant = new Date(value);
  if (Number.isNaN(instant.getTime())) return undefined;
  // Swedish formats days as YYYY-MM-DD
  return formatOf("sv", timeZone).format(instant);
}

/** Returns "Mar 4, 2026", "4 mar 2026", or in a Spanish sentence "4 de marzo de 2026" for "2026-03-04". */
export function formatDay(day: string, language: LanguageCode = "en", inSentence = false): string {
  const [year, month, date] = day.split("-").map(Number);
  const at = (month ?? 1) - 1;
  if (language === "en") return `${months[at] ?? "Jan"} ${date}, ${year}`;
  return inSentence ? `${date} de ${meses[at]} de ${year}` : `${date} ${meses[at]?.slice(0, 3)} ${year}`;
}

/** Returns "2:05 PM", in Spanish "2:05 p. m.", for an instant in ISO 8601 in the site's time zone, "" otherwise. */
export function formatTime(value: string, timeZone: string = siteTimeZone(), language: LanguageCode = "en"): string {
  const instant = new Date(value);
  if (Number.isNaN(instant.getTime())) return "";
  // some machines use a narrow space, and write the Spanish "p. m." in other ways
  const time = formatOf("en-US", timeZone, { hour: "numeric", minute: "2-digit" })
    .format(instant)
    .replace("\u202f", " ");
  return language === "es" ? time.replace("AM", "a. m.").replace("PM", "p. m.") : time;
}

/** Returns "#B12345 copy 2". */
export function copyName({ skuNumber, copyNumber }: { skuNumber: string; copyNumber: number }): string {
  return `#${skuNumber} copy ${copyNumber}`;
}
