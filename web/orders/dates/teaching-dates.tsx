import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { CartItem } from "#contract/orders/cart.ts";
import type { Teaching } from "#contract/orders/teaching-days.ts";
import type { Filters } from "#web/catalog/catalog-queries.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { announce, LiveRegion } from "#web/ui/accessibility.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { useDestination, useLocation } from "#web/ui/router.tsx";
import { availabilityForDatesQuery, useBorrowerId } from "./availability-query.ts";
import type { Choice } from "./calendar-days.ts";
import { chosenDates, datesInQuery, storeDates, useTeachingDates } from "./chosen-dates.ts";
import { DatePicker } from "./date-picker.tsx";
import styles from "./dates-part.module.css";
import { availabilityInWords, daysInWords, ResultingDates } from "./resulting-dates.tsx";

export function ChosenDates() {
  const { t, code } = useLanguage();
  const teaching = useTeachingDates();
  if (!teaching) return null;
  return (
    <p>
      <strong>{t("For your dates: {dates}", { dates: daysInWords(teaching, code) })}</strong>
    </p>
  );
}

export function NoDates() {
  const { t } = useLanguage();
  return (
    <Button
      size="small"
      onClick={({ currentTarget }) => {
        // this button disappears
        currentTarget.parentElement?.querySelector("button")?.focus();
        storeDates(undefined);
        announce(t("Showing what’s in stock today."));
      }}
    >
      {t("I need it right away")}
    </Button>
  );
}

type ListProps = { filters?: Filters | undefined; onSearch?: ((filters: Filters) => void) | undefined };

/** Returns a function that shows titles out of stock today, too; undefined if the list has them already. */
const showAllOf = ({ filters, onSearch }: ListProps) =>
  filters?.inStockOnly ? () => onSearch?.({ ...filters, inStockOnly: false, page: 1 }) : undefined;

export function ResultOfDates(list: ListProps) {
  const { t } = useLanguage();
  const teaching = useTeachingDates();
  const onShowAll = showAllOf(list);
  if (!teaching) return null;
  return (
    <>
      <p className={styles.hint}>
        <ResultingDates teaching={teaching} />
      </p>
      {onShowAll && (
        <p className={styles.hint}>
          {t("This list shows only titles in stock today.")}{" "}
          <Button size="small" onClick={onShowAll}>
            {t("Show all titles")}
          </Button>
        </p>
      )}
    </>
  );
}

type DatesDialogProps = ListProps & {
  lines: readonly Pick<CartItem, "inventory" | "quantity">[];
  onClose: () => void;
};

/** Lets people choose dates. They apply once both are chosen; Done uses a single date as both. */
export function DatesDialog({ lines, onClose, ...list }: DatesDialogProps) {
  const { t } = useLanguage();
  const teaching = useTeachingDates();
  const [choice, setChoice] = useState<Choice | undefined>(teaching);
  const titles = lines.map(({ inventory, quantity }) => ({ inventoryId: inventory.inventoryId, quantity }));
  const store = ({ from, to = from }: Choice) => {
    if (!teaching) showAllOf(list)?.();
    storeDates({ from, to });
  };
  const choose = (newChoice: Choice) => {
    setChoice(newChoice);
    if (newChoice.to !== undefined) store(newChoice);
  };
  const finish = () => {
    if (choice && choice.to === undefined) store(choice);
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("When will you use it in class?")}
      width="wide"
      initialFocus="title"
      actions={
        <Button look="primary" onClick={finish}>
          {t("Done")}
        </Button>
      }
    >
      <DatePicker titles={titles} choice={choice} onChoose={choose}>
        {(dates) => (
          <>
            <OneTitle titles={titles} teaching={dates} /> <ResultingDates teaching={dates} />
          </>
        )}
      </DatePicker>
      <LiveRegion />
    </Dialog>
  );
}

/** Says how many copies of a single title are available for all of the dates. */
function OneTitle({ titles, teaching }: { titles: readonly { inventoryId: number }[]; teaching: Teaching }) {
  const language = useLanguage();
  const ids = titles.length === 1 ? titles.map(({ inventoryId }) => inventoryId) : [];
  const { data } = useQuery(availabilityForDatesQuery(ids, teaching, useBorrowerId()));
  const [title] = data ?? [];
  return title ? `${availabilityInWords(title.free, language)}.` : null;
}

/**
 * Syncs the teaching dates with the address bar, so that people can share the address. The router doesn't need to know,
 * because dates don't change the page.
 */
export function DatesInAddress() {
  const destination = useDestination();
  const { pathname } = useLocation();
  const teaching = useTeachingDates();
  const previousDestination = useRef<typeof destination>(undefined);
  useEffect(() => {
    if (destination.pathname !== pathname) return; // this page stays on screen until the next one is ready
    const isArrival = previousDestination.current !== destination;
    previousDestination.current = destination;
    const fromAddress = isArrival ? datesInQuery(location.search) : undefined;
    if (fromAddress) storeDates(fromAddress);
    write(new URLSearchParams(location.search), chosenDates());
  }, [destination, pathname, teaching]);
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
