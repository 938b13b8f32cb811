import { useLanguage } from "#web/language/use-language.ts";
import { formatDay, formatTime, machineDay } from "#web/lib/dates.ts";

/** A day as "Mar 4, 2026", from an instant (ISO 8601) or a day (YYYY-MM-DD); a dash without one. */
export function DateText({ value, inSentence }: { value: string | null | undefined; inSentence?: boolean }) {
  const { code } = useLanguage();
  const day = value ? machineDay(value) : undefined;
  return day ? <time dateTime={day}>{formatDay(day, code, inSentence)}</time> : <>–</>;
}

/** An instant (ISO 8601) as "Mar 4, 2026, 2:05 PM"; a dash without one. */
export function TimeText({ value }: { value: string }) {
  const day = machineDay(value);
  if (!day) return <>–</>;
  return (
    <time dateTime={value}>
      {formatDay(day)}, {formatTime(value)}
    </time>
  );
}
