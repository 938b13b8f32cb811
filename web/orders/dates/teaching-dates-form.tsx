import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Teaching } from "#contract/orders/teaching-days.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { call, refusalOf } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import styles from "./teaching-dates-form.module.css";
import { mailBackInWords } from "#web/orders/status.ts";
import type { Language } from "#web/language/language.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import { areTyped, chosenDates, datesFrom, storeDates, useTeachingDates } from "./chosen-dates.ts";
import { formatDay } from "#web/lib/formats.tsx";
import { announce } from "#web/ui/accessibility.tsx";
import { DateField } from "#web/ui/forms/text-fields.tsx";
import { useDestination } from "#web/ui/router.tsx";

type TeachingDatesProps<Filters> = {
  filters?: Filters | undefined;
  onSearch?: ((filters: Filters) => void) | undefined;
  isOpen: boolean;
  /** Whether the form takes the focus. */
  isPressed: boolean;
  open: () => void;
};

export function TeachingDates<Filters extends { inStockOnly: boolean; page: number }>(
  props: TeachingDatesProps<Filters>,
) {
  const { filters, onSearch, isOpen, isPressed, open } = props;
  const { t, code } = useLanguage();
  const teaching = useTeachingDates();
  const onShowAll = filters?.inStockOnly ? () => onSearch?.({ ...filters, inStockOnly: false, page: 1 }) : undefined;
  return (
    <div className={styles.line} data-screen-only>
      {isOpen ? (
        <TeachingForm
          teaching={teaching}
          isFresh={isPressed}
          onTeaching={(days) => {
            if (days && !teaching) onShowAll?.();
            storeDates(days);
          }}
        />
      ) : (
        teaching && (
          <div className={styles.chosen}>
            <p>
              <strong>{t("For your dates: {dates}", { dates: daysInWords(teaching, code) })}</strong>
            </p>
            <Button size="small" onClick={open}>
              {t("Change dates")}
            </Button>
            <Button
              size="small"
              onClick={() => {
                storeDates(undefined);
                announce(t("Showing what’s in stock today."));
              }}
            >
              {t("Any date")}
            </Button>
            <p className={styles.hint}>
              <ResultingDates teaching={teaching} />
            </p>
          </div>
        )
      )}
      {teaching && onShowAll && (
        <p className={styles.hint}>
          {t("This list shows only titles in stock today.")}{" "}
          <Button size="small" onClick={onShowAll}>
            {t("Show all titles")}
          </Button>
        </p>
      )}
    </div>
  );
}

/**
 * Syncs the teaching dates with the address bar, so that people can share the address. The router doesn't need to know,
 * because dates don't change the page.
 */
export function DatesInAddress() {
  const destination = useDestination();
  const teaching = useTeachingDates();
  const previousDestination = useRef<typeof destination>(undefined);
  useEffect(() => {
    const isArrival = previousDestination.current !== destination;
    previousDestination.current = destination;
    const search = new URLSearchParams(location.search);
    const fromAddress = isArrival
      ? datesFrom([search.get("teachFrom"), search.get("teachTo") ?? search.get("teachFrom")])
      : undefined;
    if (fromAddress) storeDates(fromAddress);
    write(search, chosenDates());
  }, [destination, teaching]);
  return null;
}

function write(search: URLSearchParams, days: Teaching | undefined): void {
  const before = search.toString();
  search.delete("teachFrom");
  search.delete("teachTo");
  if (days) {
    search.set("teachFrom", days.from);
    search.set("teachTo", days.to);
  }
  if (search.toString() === before) return;
  const query = search.size > 0 ? `?${search}` : "";
  history.replaceState(history.state, "", location.pathname + query + location.hash);
}

type TeachingFormProps = {
  teaching: Teaching | undefined;
  /** Takes the focus. */
  isFresh: boolean;
  onTeaching: (days: Teaching | undefined) => void;
};

/** Treats a single date as both the first and the last day. */
function TeachingForm({ teaching, isFresh, onTeaching }: TeachingFormProps) {
  const { t } = useLanguage();
  const [days, setDays] = useState(valuesOf(teaching));
  const [previousTeaching, setPreviousTeaching] = useState(teaching);
  if (previousTeaching !== teaching) {
    setPreviousTeaching(teaching);
    const formDates = teachingOf(days);
    // the dates were chosen elsewhere on the page
    if (formDates?.from !== teaching?.from || formDates?.to !== teaching?.to) setDays(valuesOf(teaching));
  }
  useEffect(() => {
    if (isFresh) document.getElementById("teachFrom")?.focus();
  }, [isFresh]);
  const change = (changes: Partial<Teaching>) => {
    const newDays = { ...days, ...changes };
    setDays(newDays);
    onTeaching(teachingOf(newDays));
  };
  return (
    <fieldset className={styles.days}>
      <legend className={styles.legend}>{t("When will you use it in class?")}</legend>
      <div className={styles.fields}>
        <DateField
          id="teachFrom"
          name="teachFrom"
          label={t("First day")}
          value={days.from}
          onChange={({ target }) => change({ from: target.value })}
        />
        <DateField
          id="teachTo"
          name="teachTo"
          label={t("Last day")}
          value={days.to}
          onChange={({ target }) => change({ to: target.value })}
        />
      </div>
      <output className={styles.said}>
        {teaching ? <ResultingDates teaching={teaching} /> : t("Leave the dates blank if you need it right away.")}
      </output>
      {teaching && (
        <div>
          <Button
            size="small"
            onClick={() => {
              setDays({ from: "", to: "" });
              onTeaching(undefined);
              document.getElementById("teachFrom")?.focus();
            }}
          >
            {t("I need it right away")}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

const valuesOf = (teaching: Teaching | undefined) => teaching ?? { from: "", to: "" };

function teachingOf({ from, to }: Teaching): Teaching | undefined {
  return from || to ? { from: from || to, to: to || from } : undefined;
}

function ResultingDates({ teaching: { from, to } }: { teaching: Teaching }) {
  const { t, say, code } = useLanguage();
  const query = { teachFrom: from, teachTo: to };
  const { data, error } = useQuery({
    queryKey: ["cart", "teaching days", from, to],
    queryFn: async ({ signal }) => (await call("GET Cart/GetTeachingDays", { query }, { signal })).data,
    placeholderData: keepPreviousData,
    enabled: areTyped({ from, to }),
    retry: (count, failure) => !refusalOf(failure) && count < 2,
    meta: { background: true },
  });
  if (error) return <span className={styles.wrong}>{say(error)}</span>;
  if (!data) return t("Checking dates…");
  const day = (date: string) => formatDay(date, code, true);
  const there = t("We’ll ship it by {leaves}, and you’ll have it by {arrives}.", {
    leaves: day(data.shipBy),
    arrives: day(data.arriveBy),
  });
  return `${there} ${mailBackInWords({ mailBackBy: data.mailBackBy, due: data.dueBy }, { t, code })}`;
}

/** Formats dates as "March 3 – 7", with the year if it isn't the current one. */
export function daysInWords({ from, to }: Teaching, language: LanguageCode): string {
  const year = new Date().getFullYear();
  const isOtherYear = !from.startsWith(`${year}`) || !to.startsWith(`${year}`);
  const format = new Intl.DateTimeFormat(language === "es" ? "es-US" : "en-US", {
    month: "long",
    day: "numeric",
    timeZone: "UTC",
    ...(isOtherYear && { year: "numeric" }),
  });
  const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);
  return to < from ? format.format(dateOf(from)) : format.formatRange(dateOf(from), dateOf(to));
}

export const availabilityInWords = (available: number, { t, number }: Language) =>
  available === 0
    ? t("Not available for your dates")
    : available === 1
      ? t("1 available for your dates")
      : t("{n} available for your dates", { n: number(available) });
