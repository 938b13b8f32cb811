import type { LanguageCode } from "#contract/site/languages.ts";
import { formatDay, formatTime, machineDay } from "#web/lib/dates.ts";

/** An instant in a sentence: "March 4, 3:00 PM". */
export function untilInWords(instant: string, code: LanguageCode): string {
  return `${formatDay(machineDay(instant) ?? "", code, true)}, ${formatTime(instant, undefined, code)}`;
}
