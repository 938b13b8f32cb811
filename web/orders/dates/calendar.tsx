import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { useLanguage } from "#web/language/use-language.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { announce } from "#web/ui/accessibility.tsx";
import { cx } from "#web/ui/cx.ts";
import styles from "./calendar.module.css";
import { type Bounds, type Choice, dayForKey, monthAfter, namesOf, weeksOf } from "./calendar-days.ts";

/** What a day shows below its number: the mark, how to say it, and whether anything is available. */
export type DayNote = { mark: string; words: string; isAvailable: boolean };

type CalendarProps = {
  bounds: Bounds;
  choice: Choice | undefined;
  onChoose: (day: string) => void;
  /** The first month on screen. */
  month: string;
  onMonth: (month: string) => void;
  noteOf: (day: string) => DayNote | undefined;
  /** Explains what the days show. */
  hint: string;
};

/**
 * Lets people choose days, as one or two months of the ARIA date grid. Days not open for orders have no button and
 * aren't announced.
 */
export function Calendar({ bounds, choice, onChoose, month, onMonth, noteOf, hint }: CalendarProps) {
  const { t, code } = useLanguage();
  const names = namesOf(code);
  const shown = useShownMonths();
  const months = Array.from({ length: shown }, (_, at) => monthAfter(month, at));
  const after = monthAfter(month, shown);
  const { tabDay, focusDay, grid } = useTabStop(
    (day) => day >= month && day < after && day >= bounds.earliest && day <= bounds.latest,
    [choice?.from, month, bounds.earliest],
  );
  const isFirst = month <= bounds.earliest;
  const isLast = after > bounds.latest;
  const turn = (by: number) => {
    onMonth(monthAfter(month, by));
    announce(names.month(monthAfter(month, by)));
  };
  const move = (event: KeyboardEvent, day: string) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = dayForKey(event.key, day, bounds);
    if (next === undefined) return;
    event.preventDefault();
    focusDay(next);
    if (next < month) onMonth(monthAfter(next, 0));
    if (next >= after) onMonth(monthAfter(next, 1 - shown));
  };
  const hintId = useId();
  return (
    <div className={styles.calendar}>
      <p id={hintId} className={styles.hint}>
        {hint}
      </p>
      <div className={styles.turn}>
        <Button size="small" aria-disabled={isFirst || undefined} onClick={() => !isFirst && turn(-1)}>
          {t("Previous month")}
        </Button>
        <Button size="small" aria-disabled={isLast || undefined} onClick={() => !isLast && turn(1)}>
          {t("Next month")}
        </Button>
      </div>
      <fieldset ref={grid} aria-label={t("Dates")} aria-describedby={hintId} className={styles.months}>
        {months.map((first) => (
          <div key={first} className={styles.month}>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a date grid is a table */}
            <table role="grid" aria-label={names.month(first)}>
              <caption aria-hidden="true">{names.month(first)}</caption>
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
                {weeksOf(first).map((week, at) => (
                  <tr key={at}>
                    {week.map((day, weekday) => {
                      if (day === undefined) return <td key={weekday} aria-hidden="true" />;
                      if (day < bounds.earliest || day > bounds.latest)
                        return (
                          <td key={weekday} aria-disabled="true" className={styles.never}>
                            <span aria-hidden="true">{dateOf(day)}</span>
                          </td>
                        );
                      const note = noteOf(day);
                      const place = placeIn(choice, day);
                      return (
                        <td key={weekday} aria-selected={place !== undefined} data-place={place}>
                          <button
                            type="button"
                            className={styles.day}
                            data-day={day}
                            tabIndex={day === tabDay ? 0 : -1}
                            aria-label={[names.day(day), note?.words, place && t("selected")]
                              .filter(Boolean)
                              .join(", ")}
                            onKeyDown={(event) => move(event, day)}
                            onClick={() => {
                              focusDay(day);
                              onChoose(day);
                            }}
                          >
                            {dateOf(day)}
                            <span className={cx(styles.note, note?.isAvailable === false && styles.none)}>
                              {note?.mark}
                            </span>
                          </button>
                        </td>
                      );
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        ))}
      </fieldset>
    </div>
  );
}

const dateOf = (day: string) => Number(day.slice(8));

/** Returns whether a day begins, ends, or is within the chosen days. */
function placeIn(choice: Choice | undefined, day: string): "only" | "first" | "last" | "within" | undefined {
  if (!choice) return undefined;
  const { from, to = from } = choice;
  if (day < from || day > to) return undefined;
  if (day === from) return from === to ? "only" : "first";
  return day === to ? "last" : "within";
}

/** Keeps one day in the tab order: the one that had the focus last, or the first candidate on screen. */
function useTabStop(isOnScreen: (day: string) => boolean, candidates: readonly (string | undefined)[]) {
  const grid = useRef<HTMLFieldSetElement>(null);
  const [focused, setFocused] = useState<string>();
  const takesFocus = useRef(false);
  const tabDay = [focused, ...candidates].find((day) => day !== undefined && isOnScreen(day));
  useLayoutEffect(() => {
    if (!takesFocus.current) return;
    takesFocus.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus();
  }, [focused]);
  const focusDay = (day: string) => {
    takesFocus.current = true;
    setFocused(day);
  };
  return { tabDay, focusDay, grid };
}

/** From this width on, a dialog has room for two months. */
const wide = "(min-width: 48rem)";

const useShownMonths = () =>
  useSyncExternalStore(
    onResize,
    () => (matchMedia(wide).matches ? 2 : 1),
    () => 1,
  );

function onResize(listener: () => void) {
  addEventListener("resize", listener);
  return () => removeEventListener("resize", listener);
}
