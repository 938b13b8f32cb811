import { useEffect, useRef, useState } from "react";
import { useLanguage } from "#web/language/use-language.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { announce } from "#web/ui/feedback/announce.ts";
import { daysInWords } from "./days-in-words.ts";
import styles from "./on-days.module.css";
import { chosenDays, daysFrom, keepDays, useTeaching } from "./teaching.ts";
import { Following, TeachingForm } from "./teaching-form.tsx";
import type { Teaching } from "#contract/site/teaching-days.ts";
import { useDestination } from "#web/ui/router/router.tsx";

type DaysLineProps<Filters> = {
  /** Of the list that it is for: those that leave out what is out of stock today can be changed. */
  filters?: Filters;
  onSearch?: (filters: Filters) => void;
  /** Chosen days are shown in their fields. */
  inFields?: boolean;
};

/** Asks for the days of teaching, or says for which days the stock is shown. */
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
