import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Teaching } from "#contract/orders/teaching-days.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import type { Language } from "#web/language/language.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { call, refusalOf } from "#web/lib/call.ts";
import { formatDay } from "#web/lib/formats.tsx";
import { mailBackInWords } from "#web/orders/status.ts";
import { useBorrowerId } from "./availability-query.ts";
import styles from "./calendar.module.css";

/** Fetches the ship and return dates for teaching dates at a borrower's school. */
export const resultingDatesQuery = ({ from, to }: Teaching, borrowerId: number | null) =>
  queryOptions({
    queryKey: ["cart", "teaching days", from, to, borrowerId] as const,
    queryFn: async ({ signal }) =>
      (await call("GET Cart/GetTeachingDays", { query: { teachFrom: from, teachTo: to } }, { signal })).data,
    // a visitor's dates stay until those of their school are known
    placeholderData: (previous, query) =>
      query?.queryKey[2] === from && query.queryKey[3] === to ? previous : undefined,
    retry: (count, failure) => !refusalOf(failure) && count < 2,
    meta: { background: true },
  });

export function ResultingDates({ teaching }: { teaching: Teaching }) {
  const { t, say, code } = useLanguage();
  const { data, error } = useQuery(resultingDatesQuery(teaching, useBorrowerId()));
  if (error) return <span className={styles.wrong}>{say(error)}</span>;
  const day = (date: string) => formatDay(date, code, true);
  const words = (leaves: string, arrives: string, mailBackBy: string, due: string) =>
    `${t("We’ll ship it by {leaves}, and you’ll have it by {arrives}.", { leaves: day(leaves), arrives: day(arrives) })} ${mailBackInWords({ mailBackBy, due }, { t, code })}`;
  if (data) return words(data.shipBy, data.arriveBy, data.mailBackBy, data.dueBy);
  const { from, to } = teaching;
  const near = (day: string, by: number) => {
    const text = new Date(Date.parse(`${day}T00:00:00Z`) + by * 86_400_000).toISOString();
    return /^\d{4}-/.test(text) ? text.slice(0, 10) : day; // an address may have any year
  };
  return (
    <>
      <span className={styles.pending}>{t("Checking dates…")}</span>
      <span className={styles.place} aria-hidden="true">
        {words(near(from, -7), near(from, -3), to, near(to, 7))}
      </span>
    </>
  );
}

/**
 * Formats dates as "March 3 – 7", with the year if it isn't the current one. Not with formatRange, whose spaces differ between
 * browsers and the server.
 */
export function daysInWords({ from, to }: Teaching, language: LanguageCode): string {
  const last = to < from ? from : to;
  const year = new Date().getFullYear();
  const hasYear = !from.startsWith(`${year}`) || !last.startsWith(`${year}`);
  const isSpanish = language === "es";
  const format = new Intl.DateTimeFormat(isSpanish ? "es-US" : "en-US", { month: "long", timeZone: "UTC" });
  const monthOf = (day: string) => format.format(new Date(`${day}T00:00:00Z`));
  const dayOf = (day: string) => Number(day.slice(8));
  const yearOf = (day: string) => (hasYear ? `${isSpanish ? " de" : ","} ${day.slice(0, 4)}` : "");
  const inMonth = (day: string) => (isSpanish ? `${dayOf(day)} de ${monthOf(day)}` : `${monthOf(day)} ${dayOf(day)}`);
  const end = inMonth(last) + yearOf(last);
  if (from === last) return end;
  if (from.slice(0, 4) !== last.slice(0, 4)) return `${inMonth(from)}${yearOf(from)} – ${end}`;
  if (from.slice(0, 7) !== last.slice(0, 7)) return `${inMonth(from)} – ${end}`;
  return isSpanish ? `${dayOf(from)}–${end}` : `${inMonth(from)} – ${dayOf(last)}${yearOf(last)}`;
}

export const availabilityInWords = (available: number, { t, number }: Language) =>
  available === 0
    ? t("Not available for your dates")
    : available === 1
      ? t("1 available for your dates")
      : t("{n} available for your dates", { n: number(available) });
