import type { Language } from "#web/language/language.ts";
import { formatDay, formatTime, machineDay } from "#web/lib/dates.ts";

/** That a copy is held for the reader, and until when: "March 4, 3:00 PM"; null: nobody was told yet. */
export function heldInWords({ until }: { until: string | null }, { t, code }: Language): string {
  if (!until) return t("A copy is held for you.");
  const day = formatDay(machineDay(until) ?? "", code, true);
  return t("A copy is held for you until {until}.", { until: `${day}, ${formatTime(until, undefined, code)}` });
}
