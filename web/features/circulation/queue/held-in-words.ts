import type { Language } from "#web/language/language.ts";
import { formatDay } from "#web/lib/dates.ts";
import { untilInWords } from "./until-in-words.ts";

type Held = { /** An instant; nothing: nobody was told yet. */ until: string | null; isDays: boolean };

/** What is held for who reads it, and until when. */
export function heldInWords({ until, isDays }: Held, { t, code }: Language): string {
  if (!until) return isDays ? t("Your days are held for you.") : t("A copy is held for you.");
  const values = { until: untilInWords(until, code) };
  return isDays
    ? t("Your days are held for you until {until}.", values)
    : t("A copy is held for you until {until}.", values);
}

type Needed = { from: string | null; to: string | null };

/** When it is needed; "": as soon as it is back. */
export function neededInWords({ from, to }: Needed, { t, code }: Language): string {
  const day = (value: string) => formatDay(value, code, true);
  if (from && to) return t("You need it from {from} to {to}.", { from: day(from), to: day(to) });
  if (from) return t("You need it from {from} on.", { from: day(from) });
  return to ? t("You need it until {to}.", { to: day(to) }) : "";
}
