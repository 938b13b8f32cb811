import { type Calendar, calendarRules, type ReadDays } from "#contract/people/calendars.ts";
import { dayAfter } from "#contract/orders/business-days.ts";
import { brokenRules } from "#web/lib/broken-rules.ts";
import type { Base } from "#web/ui/form/form-state.ts";

export type CalendarFormValues = Pick<Calendar, "district" | "years" | "breaks">;

export const calendarLabels: Record<keyof CalendarFormValues, string> = {
  district: "District",
  years: "School years",
  breaks: "Breaks and holidays",
};

export const calendarProblems = (values: CalendarFormValues) => brokenRules(calendarRules, values);

export function baseOf(calendar: Calendar | undefined): Base<CalendarFormValues> {
  const { district, years, breaks, version } = calendar ?? { district: "", years: [], breaks: [], version: null };
  return { version, values: { district, years, breaks } };
}

const yearLater = (day: string) => (day === "" ? "" : dayAfter(day, 364));

/** Copies the last school year and its breaks to the next, on the same weekdays; undefined without a year. */
export function withNextYear({ district, years, breaks }: CalendarFormValues): CalendarFormValues | undefined {
  const last = years.toSorted((a, b) => (a.from < b.from ? -1 : 1)).at(-1);
  if (!last || last.from === "" || last.to === "") return undefined;
  const yearAhead = <Days extends { from: string; to: string }>(days: Days) => ({
    ...days,
    from: yearLater(days.from),
    to: yearLater(days.to),
  });
  const ownBreaks = breaks.filter(({ from }) => last.from <= from && from <= last.to);
  return {
    district,
    years: [...years, yearAhead(last)],
    breaks: withoutRepeats([...breaks, ...ownBreaks.map(yearAhead)]),
  };
}

/** Adds dates from a file: breaks, and school years from the first and last days of school. */
export function withDays(
  { district, years, breaks }: CalendarFormValues,
  days: readonly ReadDays[],
): CalendarFormValues {
  const firsts = days.filter(({ kind }) => kind === "first").map(({ from }) => from);
  const lasts = days.filter(({ kind }) => kind === "last").map(({ from }) => from);
  const newYears = firsts.map((from) => ({ from, to: lasts.find((last) => last > from) ?? "" }));
  const knownStarts = new Set(years.map(({ from }) => from));
  const newBreaks = days
    .filter(({ kind }) => kind === "break" || kind === "other")
    .map(({ from, to, about }) => ({ from, to, about }));
  return {
    district,
    years: [...years, ...newYears.filter(({ from }) => !knownStarts.has(from))],
    breaks: withoutRepeats([...breaks, ...newBreaks]),
  };
}

/** Sorts breaks by date, and drops repeats. */
function withoutRepeats(breaks: CalendarFormValues["breaks"]): CalendarFormValues["breaks"] {
  const byDates = new Map<string, CalendarFormValues["breaks"][number]>();
  for (const days of breaks) {
    const key = `${days.from} ${days.to || days.from}`;
    if (!byDates.get(key)?.about) byDates.set(key, days);
  }
  return [...byDates.values()].toSorted((a, b) => (a.from < b.from ? -1 : 1));
}
