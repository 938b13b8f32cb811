import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Teaching } from "#contract/orders/teaching-days.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { call, refusalOf } from "#web/lib/call.ts";
import { formatDay } from "#web/lib/dates.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { announce } from "#web/ui/feedback/announce.ts";
import { DateField } from "#web/ui/forms/text-field.tsx";
import { useDestination } from "#web/ui/router/router.tsx";
import styles from "./on-days.module.css";
import teachingFormStyles from "./teaching-form.module.css";
import { areTyped, chosenDays, daysFrom, keepDays, useTeaching } from "./teaching.ts";
import type { Language } from "#web/language/language.ts";
import type { LanguageCode } from "#contract/site/languages.ts";

type DaysLineProps<Filters> = {
  /** Of the list that it is for: those that leave out what is out of stock today can be changed. */
  filters?: Filters;
  onSearch?: (filters: Filters) => void;
  inFields?: boolean;
};

export function DaysLine<Filters extends { inStockOnly: boolean; page: number }>(props: DaysLineProps<Filters>) {
  const { filters, onSearch, inFields = false } = props;
  const { t, code } = useLanguage();
  const { teaching, keep } = useTeaching();
  useDaysInAddress();
  const onShowAll = filters?.inStockOnly ? () => onSearch?.({ ...filters, inStockOnly: false, page: 1 }) : undefined;
  const [isPressed, setPressed] = useState(false);
  const [isOpen, setOpen] = useState(inFields && teaching !== undefined);
  const open = () => {
    setPressed(true);
    setOpen(true);
  };
  if (!isOpen && !teaching)
    return (
      <div data-screen-only>
        <Button size="small" onClick={open}>
          {t("Need it on certain days?")}
        </Button>
      </div>
    );
  return (
    <div className={styles.line} data-screen-only>
      {isOpen ? (
        <TeachingForm
          teaching={teaching}
          isFresh={isPressed}
          onTeaching={(days) => {
            if (days && !teaching) onShowAll?.();
            keep(days);
          }}
        />
      ) : (
        teaching && (
          <div className={styles.said}>
            <p>
              <strong>{t("For your days: {days}", { days: daysInWords(teaching, code) })}</strong>
            </p>
            <Button size="small" onClick={open}>
              {t("Change days")}
            </Button>
            <Button
              size="small"
              onClick={() => {
                keep(undefined);
                announce(t("Showing what is in stock today."));
              }}
            >
              {t("Any day")}
            </Button>
            <p className={styles.hint}>
              <Following teaching={teaching} />
            </p>
          </div>
        )
      )}
      {teaching && onShowAll && (
        <p className={styles.hint}>
          {t("Only titles in stock today are listed.")}{" "}
          <Button size="small" onClick={onShowAll}>
            {t("List all titles")}
          </Button>
        </p>
      )}
    </div>
  );
}

/**
 * Keeps the days of teaching in the address bar, and takes those that an address has: it can be sent to somebody. The router need
 * not know: they change no list and no page.
 */
function useDaysInAddress(): void {
  const destination = useDestination();
  const { teaching } = useTeaching();
  const seen = useRef<typeof destination>(undefined);
  useEffect(() => {
    const isArrival = seen.current !== destination;
    seen.current = destination;
    const search = new URLSearchParams(location.search);
    const found = isArrival
      ? daysFrom([search.get("teachFrom"), search.get("teachTo") ?? search.get("teachFrom")])
      : undefined;
    if (found) keepDays(found);
    write(search, chosenDays());
  }, [destination, teaching]);
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
  /** Whether it was just asked for, and takes the focus. */
  isFresh: boolean;
  onTeaching: (days: Teaching | undefined) => void;
};

/** The days of teaching, and the days that follow from them. Either day may be left empty: one day alone is both. */
function TeachingForm({ teaching, isFresh, onTeaching }: TeachingFormProps) {
  const { t } = useLanguage();
  const [days, setDays] = useState(shown(teaching));
  const [seen, setSeen] = useState(teaching);
  if (seen !== teaching) {
    setSeen(teaching);
    const own = teachingOf(days);
    // chosen elsewhere on the page, not typed here
    if (own?.from !== teaching?.from || own?.to !== teaching?.to) setDays(shown(teaching));
  }
  useEffect(() => {
    if (isFresh) document.getElementById("teachFrom")?.focus();
  }, [isFresh]);
  const change = (changed: Partial<Teaching>) => {
    const now = { ...days, ...changed };
    setDays(now);
    onTeaching(teachingOf(now));
  };
  return (
    <fieldset className={teachingFormStyles.days}>
      <legend className={teachingFormStyles.legend}>{t("When do you teach with it?")}</legend>
      <div className={teachingFormStyles.fields}>
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
      <output className={teachingFormStyles.said}>
        {teaching ? <Following teaching={teaching} /> : t("Leave the days empty to order for now.")}
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
            {t("Order for now instead")}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

const shown = (teaching: Teaching | undefined) => teaching ?? { from: "", to: "" };

function teachingOf({ from, to }: Teaching): Teaching | undefined {
  return from || to ? { from: from || to, to: to || from } : undefined;
}

function Following({ teaching: { from, to } }: { teaching: Teaching }) {
  const { t, say, code } = useLanguage();
  const query = { teachFrom: from, teachTo: to };
  const { data, error } = useQuery({
    queryKey: ["cart", "teaching days", from, to],
    queryFn: async ({ signal }) => (await call("GET Cart/GetTeachingDays", { query }, { signal })).data,
    placeholderData: keepPreviousData,
    enabled: areTyped({ from, to }),
    retry: (count, failed) => !refusalOf(failed) && count < 2,
    meta: { background: true },
  });
  if (error) return <span className={teachingFormStyles.wrong}>{say(error)}</span>;
  if (!data) return t("Counting the days…");
  const day = (of: string) => formatDay(of, code, true);
  return t("It leaves the library by {leaves} and is with you by {arrives}. Mail it back by {back}.", {
    leaves: day(data.leavesBy),
    arrives: day(data.withYouBy),
    back: day(data.postBackBy),
  });
}

/** "March 3 – 7", with the year if it is another. */
export function daysInWords({ from, to }: Teaching, language: LanguageCode): string {
  const year = new Date().getFullYear();
  const isOther = !from.startsWith(`${year}`) || !to.startsWith(`${year}`);
  const format = new Intl.DateTimeFormat(language === "es" ? "es-US" : "en-US", {
    month: "long",
    day: "numeric",
    timeZone: "UTC",
    ...(isOther && { year: "numeric" }),
  });
  const at = (day: string) => new Date(`${day}T00:00:00Z`);
  return to < from ? format.format(at(from)) : format.formatRange(at(from), at(to));
}

export const freeInWords = (free: number, { t, number }: Language) =>
  free === 0
    ? t("Not free for your days")
    : free === 1
      ? t("1 free for your days")
      : t("{n} free for your days", { n: number(free) });
