import type { WaitlistEntry } from "#contract/waitlist/waitlist.ts";
import type { Language } from "#web/language/language.ts";
import { formatDay, formatTime, machineDay } from "#web/lib/formats.tsx";

/** Returns a sentence about the reader's hold. `until` is null before the email goes out. */
export function holdInWords({ until }: { until: string | null }, { t, code }: Language): string {
  if (!until) return t("A copy is on hold for you.");
  const day = formatDay(machineDay(until) ?? "", code, true);
  return t("A copy is on hold for you until {until}.", { until: `${day}, ${formatTime(until, undefined, code)}` });
}

/** Returns the URL of the page to order a held copy. Emails link to the same page with a secret. */
export const holdHref = ({ entryId }: WaitlistEntry) => `/user/held/${entryId}`;
