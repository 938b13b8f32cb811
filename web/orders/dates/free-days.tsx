import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { FreeDays } from "#contract/orders/title-days.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { call } from "#web/lib/call.ts";
import { dataQuery } from "#web/lib/queries.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { announce } from "#web/ui/feedback/announce.ts";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import styles from "./free-days-calendar.module.css";
import { monthsOf, namesOf } from "./months.ts";
import { chosenDays } from "./teaching.ts";

export function FreeDays({ inventoryId }: { inventoryId: number }) {
  const { t } = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <div data-screen-only>
        <Button size="small" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {t("When is it available?")}
        </Button>
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && <FreeDaysCalendar inventoryId={inventoryId} />}
      </div>
    </>
  );
}

const freeDaysQuery = (id: number, from: string | undefined) =>
  dataQuery(
    ["catalog", "free days", id, from],
    (context) => call("GET Inventory/GetFreeDays/{id}", { params: { id }, query: { from } }, context),
    { keepPrevious: true },
  );

function FreeDaysCalendar({ inventoryId }: { inventoryId: number }) {
  const { t } = useLanguage();
  const [from, setFrom] = useState(() => chosenDays()?.from);
  const query = useQuery(freeDaysQuery(inventoryId, from));
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
  const to = (by: -1 | 1) => {
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
        <Button size="small" aria-disabled={isFirst || undefined} onClick={() => !isFirst && to(-1)}>
          {t("Previous month")}
        </Button>
        <Button size="small" aria-disabled={isLast || undefined} onClick={() => !isLast && to(1)}>
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
                  {week.map((day, at) => (day ? <Day key={day.day} {...day} /> : <td key={at} aria-hidden="true" />))}
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </div>
    </div>
  );
}

function Day({ day, free }: { day: string; free: number | null }) {
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
