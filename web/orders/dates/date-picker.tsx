import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { daysBetween } from "#contract/orders/business-days.ts";
import type { FreeDays } from "#contract/orders/title-days.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { call } from "#web/lib/call.ts";
import { Fetched, Skeleton } from "#web/ui/feedback/loading.tsx";
import { Calendar, type DayNote } from "./calendar.tsx";
import { type Choice, chooseDay, monthAfter } from "./calendar-days.ts";
import { daysInWords } from "./resulting-dates.tsx";
import styles from "./calendar.module.css";

/** A title to lend, with the number of copies. */
export type Wanted = { inventoryId: number; quantity: number };

const freeDaysQuery = (ids: readonly number[], from: string | undefined) =>
  queryOptions({
    queryKey: ["catalog", "free days", ids, from],
    queryFn: async ({ signal }) =>
      (await call("GET Inventory/GetFreeDays", { query: { ids: ids.join("|") || undefined, from } }, { signal })).data,
    placeholderData: keepPreviousData,
  });

type DatePickerProps = {
  /** The titles whose availability the days show; without any, the days open for orders. */
  titles: readonly Wanted[];
  choice: Choice | undefined;
  onChoose: (choice: Choice) => void;
  /** The ship and return dates that follow from the choice. */
  children?: (dates: Required<Choice>) => ReactNode;
};

/** Lets people choose a first and a last day, beginning with the month of the chosen dates or the first possible one. */
export function DatePicker({ titles, choice, onChoose, children }: DatePickerProps) {
  const { t, code } = useLanguage();
  const [month, setMonth] = useState(choice && monthAfter(choice.from, 0));
  const query = useQuery(
    freeDaysQuery(
      titles.map(({ inventoryId }) => inventoryId),
      month,
    ),
  );
  const noteOf = useNotes(titles);
  const hint =
    titles.length === 0
      ? t("Dates that you can’t choose are too soon to ship or too far out.")
      : titles.length === 1
        ? t(
            "Each date shows how many copies are available. Dates without a number are too soon to ship or too far out.",
          )
        : t(
            "Each date shows how many of your titles are available. Dates without a number are too soon to ship or too far out.",
          );
  return (
    <div className={styles.picker}>
      <Fetched query={query} what={t("the available dates")} skeleton={<Skeleton height="26rem" />}>
        {(days) => (
          <Calendar
            bounds={days}
            choice={choice}
            onChoose={(day) => onChoose(chooseDay(choice, day))}
            month={within(month ?? days.from, days)}
            onMonth={setMonth}
            noteOf={(day) => noteOf(days, day)}
            hint={hint}
          />
        )}
      </Fetched>
      <output className={styles.result}>
        {choice === undefined ? (
          t("Choose the first day, then the last.")
        ) : choice.to === undefined ? (
          t("{day}. Now choose the last day.", { day: daysInWords({ from: choice.from, to: choice.from }, code) })
        ) : (
          <>
            <strong>{daysInWords({ from: choice.from, to: choice.to }, code)}.</strong>{" "}
            {children?.({ from: choice.from, to: choice.to })}
          </>
        )}
      </output>
    </div>
  );
}

/** Returns a month, or the closest one open for orders. */
function within(month: string, { earliest, latest }: FreeDays): string {
  if (month < earliest) return monthAfter(earliest, 0);
  return month > latest ? monthAfter(latest, 0) : month;
}

/** Returns what a day shows: a title's copies, or how many of several titles are available. */
function useNotes(titles: readonly Wanted[]) {
  const { t } = useLanguage();
  const quantities = new Map(titles.map(({ inventoryId, quantity }) => [inventoryId, quantity]));
  return (days: FreeDays, day: string): DayNote | undefined => {
    const at = daysBetween(days.from, day);
    const copies = days.titles.flatMap(({ inventoryId, free }) => {
      const count = free[at];
      return typeof count === "number" ? [{ count, quantity: quantities.get(inventoryId) ?? 1 }] : [];
    });
    const [only] = copies;
    if (!only) return undefined; // not loaded yet
    const titlesAvailable = copies.filter(({ count, quantity }) => count >= quantity).length;
    const of = titles.length;
    const n = of === 1 ? only.count : titlesAvailable;
    const isAvailable = titlesAvailable === of;
    if (n === 0) return { mark: "0", words: t("none available"), isAvailable };
    if (of === 1) return { mark: `${n}`, words: t("{n} available", { n }), isAvailable };
    return { mark: `${n}/${of}`, words: t("{n} of {of} titles available", { n, of }), isAvailable };
  };
}
