import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { FreeDays } from "#contract/orders/title-days.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { call } from "#web/lib/call.ts";
import { dataQuery } from "#web/lib/queries.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { chosenDates } from "./chosen-dates.ts";
import styles from "./available-dates.module.css";
import { announce, VisuallyHidden } from "#web/ui/accessibility.tsx";
import { Fetched, Skeleton } from "#web/ui/feedback/loading.tsx";

const availableDatesQuery = (id: number, from: string | undefined) =>
  dataQuery(
    ["catalog", "free days", id, from],
    (context) => call("GET Inventory/GetFreeDays/{id}", { params: { id }, query: { from } }, context),
    { keepPrevious: true },
  );

export function AvailabilityCalendar({ inventoryId }: { inventoryId: number }) {
  const { t } = useLanguage();
  const [from, setFrom] = useState(() => chosenDates()?.from);
  const query = useQuery(availableDatesQuery(inventoryId, from));
  return (
    <Fetched query={query} what={t("the available dates")} skeleton={<Skeleton height="20rem" />}>
      {(days) => <TwoMonths days={days} onFrom={setFrom} />}
    </Fetched>
  );
}

function TwoMonths({ days, onFrom }: { days: FreeDays; onFrom: (from: string) => void }) {
  const { t, code } = useLanguage();
  const names = namesOf(code);
  const months = monthsOf(days);
  const turn = (by: -1 | 1) => {
    const first = new Date(`${days.from}T00:00:00Z`);
    first.setUTCMonth(first.getUTCMonth() + by);
    const from = first.toISOString().slice(0, 10);
    onFrom(from);
    announce(names.month(from));
  };
  const isFirst = days.from.slice(0, 7) <= days.earliest.slice(0, 7);
  const isLast = (months[1]?.first ?? "").slice(0, 7) >= days.latest.slice(0, 7);
  return (
    <div className={styles.calendar}>
      <p className={styles.said}>
        {t(
          "Each date shows how many copies are available. Dates without a number are too soon to ship or too far out.",
        )}
      </p>
      <div className={styles.turn}>
        <Button size="small" aria-disabled={isFirst || undefined} onClick={() => !isFirst && turn(-1)}>
          {t("Previous month")}
        </Button>
        <Button size="small" aria-disabled={isLast || undefined} onClick={() => !isLast && turn(1)}>
          {t("Next month")}
        </Button>
      </div>
      <div className={styles.months}>
        {months.map(({ first, weeks }) => (
          <table key={first} className={styles.month}>
            <caption>{names.month(first)}</caption>
            <thead>
              <tr>
                {names.weekdays.map(({ short, long }) => (
                  <th key={long} scope="col">
                    <abbr title={long}>{short}</abbr>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {weeks.map((week) => (
                <tr key={week.find(Boolean)?.day}>
                  {week.map((day, at) =>
                    day ? <DayCell key={day.day} {...day} /> : <td key={at} aria-hidden="true" />,
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </div>
    </div>
  );
}

function DayCell({ day, free }: Day) {
  const { t } = useLanguage();
  const label =
    free === null ? t("can’t be ordered") : free === 0 ? t("none available") : t("{n} available", { n: free });
  return (
    <td className={styles.day} data-free={free === null ? "never" : free === 0 ? "none" : "some"}>
      {Number(day.slice(8))}
      <VisuallyHidden>: {label}</VisuallyHidden>
      <span className={styles.count} aria-hidden="true">
        {free ?? ""}
      </span>
    </td>
  );
}

type Day = { day: string; free: number | null };
type Month = { first: string; weeks: (Day | undefined)[][] };

const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);

/** Groups days by month and week. Weeks begin on Sunday and have seven entries. */
export function monthsOf({ from, free }: Pick<FreeDays, "from" | "free">): Month[] {
  const months: Month[] = [];
  for (const [days, count] of free.entries()) {
    const date = dateOf(from);
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
    return (day: string) => formatter.format(dateOf(day));
  };
  const [short, long] = [format({ weekday: "short" }), format({ weekday: "long" })];
  const week = Array.from({ length: 7 }, (_, day) => `2026-03-0${day + 1}`); // starts on a Sunday
  return {
    month: format({ month: "long", year: "numeric" }),
    weekdays: week.map((day) => ({ short: short(day), long: long(day) })),
  };
}
