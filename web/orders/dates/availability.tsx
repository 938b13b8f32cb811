import { queryOptions, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { CartItem } from "#contract/orders/cart.ts";
import type { Item } from "#contract/catalog/catalog.ts";
import { limits } from "#contract/catalog/codes.ts";
import type { Teaching } from "#contract/orders/teaching-days.ts";
import type { TitleOnDays } from "#contract/orders/title-days.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { availabilityForDatesQuery, currentBorrowerId, useBorrowerId } from "./availability-query.ts";
import { storeDates, useTeachingDates } from "./chosen-dates.ts";
import styles from "./dates-part.module.css";
import { availabilityInWords, daysInWords } from "./resulting-dates.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { announce, VisuallyHidden } from "#web/ui/accessibility.tsx";
import { Fetched } from "#web/ui/feedback/loading.tsx";
import { CheckboxField } from "#web/ui/forms/choice-fields.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Link } from "#web/ui/router.tsx";

function useTitlesOnDates(ids: readonly number[]) {
  const teaching = useTeachingDates();
  return useQuery(availabilityForDatesQuery(ids, teaching, useBorrowerId()));
}

/** Returns a title's availability for the chosen dates, and the title with that stock (the limit until it loads). */
function useAvailability(item: Item) {
  const { data, isPending } = useTitlesOnDates([item.inventoryId]);
  const availability = data?.[0] ?? undefined;
  return { isPending, availability, item: { ...item, inStock: availability?.free ?? limits.quantity } };
}

function StockForDates({ item }: { item: Item }) {
  const language = useLanguage();
  const { availability, isPending } = useAvailability(item);
  if (!availability) return <p className={styles.hint}>{isPending ? language.t("Checking dates…") : null}</p>;
  return (
    // takes the focus when its buttons disappear
    <div className={styles.dated} tabIndex={-1} data-dated>
      <p className={availability.free > 0 ? styles.free : styles.hint}>
        {availabilityInWords(availability.free, language)}
      </p>
      <NearestDates item={item} dated={availability} />
      {availability.free === 0 && <SimilarTitles item={item} />}
    </div>
  );
}

function NearestDates({ item, dated: { before, next } }: { item: Item; dated: TitleOnDays }) {
  const { t, code } = useLanguage();
  const ranges = [before, next].filter((range) => range !== null);
  if (ranges.length === 0) return null;
  const choose = (dates: Teaching, button: HTMLElement) => {
    button.closest<HTMLElement>("[data-dated]")?.focus({ preventScroll: true });
    storeDates(dates);
    announce(t("For your dates: {dates}", { dates: daysInWords(dates, code) }));
  };
  return (
    <div className={styles.nearest}>
      <span>{t("Available dates:")}</span>
      {ranges.map((range) => (
        <Button
          key={range.from}
          size="small"
          aria-label={t("{dates}: choose these dates for {title}", {
            dates: daysInWords(range, code),
            title: item.title,
          })}
          onClick={({ currentTarget }) => choose(range, currentTarget)}
        >
          {daysInWords(range, code)}
        </Button>
      ))}
    </div>
  );
}

const maxCandidates = 18; // a page of a search
const maxSimilar = 4;

/** Fetches titles of the same subject and grades, titles in stock today first. */
const similarQuery = ({ inventoryId, subjectId, gradeId }: Item) =>
  queryOptions({
    queryKey: ["catalog", "similar", inventoryId],
    queryFn: async ({ signal }) => {
      const query = { subjectId, gradeId, sort: "borrowed" as const, page: 1, pageSize: maxCandidates };
      const { data } = await call("GET Inventory/GetInventoryBySearchParams", { query }, { signal });
      return [...data.searchInStockResults, ...data.searchOutOfStockResults].filter(
        (other) => other.inventoryId !== inventoryId,
      );
    },
    meta: { background: true },
  });

const similarForDatesQuery = (item: Item, teaching: Teaching | undefined) =>
  queryOptions({
    queryKey: ["catalog", "similar", item.inventoryId, teaching],
    queryFn: async ({ client }) => {
      const similar = await client.query(similarQuery(item));
      const ids = similar.map(({ inventoryId }) => inventoryId);
      const availability = await client.query(availabilityForDatesQuery(ids, teaching, currentBorrowerId()));
      return similar
        .map((title, at) => ({ title, free: availability[at]?.free ?? 0 }))
        .filter(({ free }) => free > 0)
        .slice(0, maxSimilar);
    },
    enabled: teaching !== undefined,
    retry: false, // its two queries retry on their own
    meta: { background: true },
  });

function SimilarForDates({ item }: { item: Item }) {
  const { t } = useLanguage();
  const teaching = useTeachingDates();
  const { data: titles = [] } = useQuery(similarForDatesQuery(item, teaching));
  if (titles.length === 0) return null;
  return (
    <>
      <p>{t("Similar titles available for your dates:")}</p>
      <Titles titles={titles} />
    </>
  );
}

/** Fetches similar titles on demand, because a page of results would otherwise fetch them for every title. */
function SimilarTitles({ item }: { item: Item }) {
  const { t } = useLanguage();
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.similar} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {t("Similar titles")}
        <VisuallyHidden>
          {": "}
          <TitleText of={item} />
        </VisuallyHidden>
      </summary>
      {isOpen && <SimilarList item={item} />}
    </details>
  );
}

function SimilarList({ item }: { item: Item }) {
  const { t } = useLanguage();
  const teaching = useTeachingDates();
  return (
    <Fetched
      query={useQuery(similarForDatesQuery(item, teaching))}
      what={t("similar titles")}
      skeleton={<p>{t("Checking dates…")}</p>}
      empty={<p>{t("No similar titles are available for your dates.")}</p>}
    >
      {(titles) => <Titles titles={titles} />}
    </Fetched>
  );
}

function Titles({ titles }: { titles: readonly { title: Item; free: number }[] }) {
  const language = useLanguage();
  return (
    <ul>
      {titles.map(({ title, free }) => (
        <li key={title.inventoryId}>
          <Link to={`/user/viewitem/${title.inventoryId}`}>
            <TitleText of={title} />
          </Link>{" "}
          – {availabilityInWords(free, language)}
        </li>
      ))}
    </ul>
  );
}

export { arrive } from "./arrive.ts";
export { firstDates, followDates } from "./chosen-dates.ts";
export { LendingLimit } from "./lending-limit.tsx";
export { ChosenDates, DatesDialog, DatesInAddress, NoDates, ResultOfDates } from "./teaching-dates.tsx";

export const shelfForDates = (add: (item: Item) => ReactNode) => ({
  action: (item: Item) => <ForDates item={item}>{add}</ForDates>,
  stock: (item: Item) => <StockForDates item={item} />,
});

function ForDates({ item, children }: { item: Item; children: (item: Item) => ReactNode }) {
  return children(useAvailability(item).item);
}

/** Offers the nearest dates and similar titles if a title isn't available for the chosen dates. */
export function AddForDates({ item, children }: { item: Item; children: (item: Item, stock: string) => ReactNode }) {
  const language = useLanguage();
  const { availability, item: itemForDates, isPending } = useAvailability(item);
  if (!availability && !isPending) return null;
  return (
    <div className={styles.dated} tabIndex={-1} data-dated>
      {/* most titles are available, so nothing moves when it's known */}
      {!availability || availability.free > 0 ? (
        children(
          itemForDates,
          availability ? availabilityInWords(availability.free, language) : language.t("Checking dates…"),
        )
      ) : (
        <Alert tone="warning" title={availabilityInWords(0, language)}>
          <Stack>
            <NearestDates item={item} dated={availability} />
            <SimilarForDates item={item} />
          </Stack>
        </Alert>
      )}
    </div>
  );
}

type LinesForDatesProps = {
  lines: readonly CartItem[];
  children: (lines: readonly CartItem[], stock: (item: Item) => ReactNode) => ReactNode;
};

export function LinesForDates({ lines, children }: LinesForDatesProps) {
  const { data: availability } = useTitlesOnDates(lines.map(({ inventory }) => inventory.inventoryId));
  return children(
    lines.map((line, at) => ({
      ...line,
      inventory: { ...line.inventory, inStock: availability?.[at]?.free ?? limits.quantity },
    })),
    (item) => <StockForDates item={item} />,
  );
}

type IncludeInOrderProps = {
  item: Item;
  /** Titles left out of the order. */
  left: readonly number[];
  onLeave: (left: readonly number[]) => void;
};

export function OtherDates() {
  const { t } = useLanguage();
  return <p>{t("Need something for other dates? Leave it out of this order and order it next.")}</p>;
}

export function IncludeInOrder({ item: { inventoryId, title }, left, onLeave }: IncludeInOrderProps) {
  const { t } = useLanguage();
  const isLeft = left.includes(inventoryId);
  return (
    <CheckboxField
      label={t("In this order")}
      aria-label={t("In this order: {title}", { title })}
      hint={isLeft && t("It stays in your cart for a separate order.")}
      name={`in-order-${inventoryId}`}
      checked={!isLeft}
      onChange={() => onLeave(isLeft ? left.filter((id) => id !== inventoryId) : [...left, inventoryId])}
    />
  );
}
