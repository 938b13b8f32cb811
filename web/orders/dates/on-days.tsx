import { queryOptions, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { CartItem } from "#contract/orders/cart.ts";
import type { Item } from "#contract/catalog/catalog.ts";
import { limits } from "#contract/catalog/codes.ts";
import type { Teaching } from "#contract/orders/teaching-days.ts";
import { type TitleOnDays, maxTitles } from "#contract/orders/title-days.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { call, refusalOf } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { announce } from "#web/ui/feedback/announce.ts";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { CheckboxField } from "#web/ui/forms/checkbox-field.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import { Link } from "#web/ui/router/router.tsx";
import styles from "./on-days.module.css";
import { areTyped, chosenDays, onDaysChange, useTeaching } from "./teaching.ts";
import { daysInWords, availabilityInWords } from "./days-line.tsx";

/** Returns a title's availability for the chosen dates, also as its stock, which is at the limit until it is known. */
function useOnDays(item: Item) {
  const { teaching } = useTeaching();
  const { data, isPending } = useQuery(titleDaysQuery([item.inventoryId], teaching));
  const onDays = data?.[0] ?? undefined;
  return { isPending, onDays, item: { ...item, inStock: onDays?.free ?? limits.quantity } };
}

function StockOnDays({ item }: { item: Item }) {
  const language = useLanguage();
  const { onDays, isPending } = useOnDays(item);
  if (!onDays) return <p className={styles.stock}>{isPending ? language.t("Checking dates…") : null}</p>;
  return (
    // takes the focus when its buttons disappear
    <div className={styles.onDays} tabIndex={-1} data-on-days>
      <p className={onDays.free > 0 ? styles.free : styles.stock}>{availabilityInWords(onDays.free, language)}</p>
      <Nearest item={item} onDays={onDays} />
      {onDays.free === 0 && <SimilarOnRequest item={item} />}
    </div>
  );
}

function Nearest({ item, onDays: { before, next } }: { item: Item; onDays: TitleOnDays }) {
  const { t, code } = useLanguage();
  const { keep } = useTeaching();
  const ranges = [before, next].filter((range) => range !== null);
  if (ranges.length === 0) return null;
  const choose = (chosen: Teaching, button: HTMLElement) => {
    button.closest<HTMLElement>("[data-on-days]")?.focus({ preventScroll: true });
    keep(chosen);
    announce(t("For your dates: {dates}", { dates: daysInWords(chosen, code) }));
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

/** Fetches titles of the same subject and grades, those in stock today first. */
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

const similarOnDaysQuery = (item: Item, teaching: Teaching | undefined) =>
  queryOptions({
    queryKey: ["catalog", "similar", item.inventoryId, teaching],
    queryFn: async ({ client }) => {
      const similar = await client.query(similarQuery(item));
      const ids = similar.map(({ inventoryId }) => inventoryId);
      const onDays = await client.query(titleDaysQuery(ids, teaching));
      return similar
        .map((title, at) => ({ title, free: onDays[at]?.free ?? 0 }))
        .filter(({ free }) => free > 0)
        .slice(0, maxSimilar);
    },
    enabled: teaching !== undefined && areTyped(teaching),
    retry: false, // its two queries retry on their own
    meta: { background: true },
  });

function SimilarOnDays({ item }: { item: Item }) {
  const { t } = useLanguage();
  const { teaching } = useTeaching();
  const { data: titles = [] } = useQuery(similarOnDaysQuery(item, teaching));
  if (titles.length === 0) return null;
  return (
    <>
      <p>{t("Similar titles available for your dates:")}</p>
      <Titles titles={titles} />
    </>
  );
}

/** Fetches similar titles on demand, because a page of results would otherwise fetch them for every title. */
function SimilarOnRequest({ item }: { item: Item }) {
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
  const { teaching } = useTeaching();
  return (
    <Fetched
      query={useQuery(similarOnDaysQuery(item, teaching))}
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

export { DaysLine } from "./days-line.tsx";
export { FreeDays } from "./free-days.tsx";

/** Reports the chosen dates now and after each change. Returns a function that stops it. */
export function followDays(report: (days: Teaching | undefined) => void): () => void {
  report(chosenDays());
  return onDaysChange(() => report(chosenDays()));
}

export const shelfOnDays = (add: (item: Item) => ReactNode) => ({
  action: (item: Item) => <OnDays item={item}>{add}</OnDays>,
  stock: (item: Item) => <StockOnDays item={item} />,
});

function OnDays({ item, children }: { item: Item; children: (item: Item) => ReactNode }) {
  return children(useOnDays(item).item);
}

/** Offers the nearest dates and similar titles if a title isn't available for the chosen dates. */
export function AddOnDays({ item, children }: { item: Item; children: (item: Item, stock: string) => ReactNode }) {
  const language = useLanguage();
  const { onDays, item: stocked, isPending } = useOnDays(item);
  if (!onDays) return isPending && <p>{language.t("Checking dates…")}</p>;
  return (
    <div className={styles.onDays} tabIndex={-1} data-on-days>
      {onDays.free > 0 ? (
        children(stocked, availabilityInWords(onDays.free, language))
      ) : (
        <Alert tone="warning" title={availabilityInWords(0, language)}>
          <Stack>
            <Nearest item={item} onDays={onDays} />
            <SimilarOnDays item={item} />
          </Stack>
        </Alert>
      )}
    </div>
  );
}

type LinesOnDaysProps = {
  lines: readonly CartItem[];
  children: (lines: readonly CartItem[], stock: (item: Item) => ReactNode) => ReactNode;
};

export function LinesOnDays({ lines, children }: LinesOnDaysProps) {
  const { teaching } = useTeaching();
  const ids = lines.map(({ inventory }) => inventory.inventoryId);
  const { data: availability } = useQuery(titleDaysQuery(ids, teaching));
  return children(
    lines.map((line, at) => ({
      ...line,
      inventory: { ...line.inventory, inStock: availability?.[at]?.free ?? limits.quantity },
    })),
    (item) => <StockOnDays item={item} />,
  );
}

type InThisOrderProps = {
  item: Item;
  /** Titles left out of the order. */
  left: readonly number[];
  onLeave: (left: readonly number[]) => void;
};

export function InThisOrder({ item: { inventoryId, title }, left, onLeave }: InThisOrderProps) {
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

export function OtherDays() {
  const { t } = useLanguage();
  return (
    <p className={styles.hint}>{t("Need something for other dates? Leave it out of this order and order it next.")}</p>
  );
}

type Batch = { ids: Set<number>; answer: Promise<TitleOnDays[]> };
const batches = new Map<string, Batch>();

/** Batches the titles of a page into one call. */
async function batched(id: number, { from, to }: Teaching): Promise<TitleOnDays | null> {
  const key = `${from}/${to}`;
  const batch = batches.get(key) ?? newBatch(key, { from, to });
  batch.ids.add(id);
  if (batch.ids.size === maxTitles) batches.delete(key);
  return (await batch.answer).find(({ inventoryId }) => inventoryId === id) ?? null;
}

function newBatch(key: string, { from, to }: Teaching): Batch {
  const ids = new Set<number>();
  const send = async () => {
    await new Promise((resolve) => setTimeout(resolve));
    if (batches.get(key)?.ids === ids) batches.delete(key);
    const query = { ids: [...ids].join("|"), teachFrom: from, teachTo: to };
    return (await call("GET Inventory/GetTitlesOnDays", { query })).data;
  };
  const batch = { ids, answer: send() };
  batches.set(key, batch);
  return batch;
}

/** Fetches availability in the order of the ids, with null for unknown titles. */
export function titleDaysQuery(ids: readonly number[], teaching: Teaching | undefined) {
  return queryOptions({
    queryKey: ["catalog", "days", ids, teaching],
    queryFn: async () => (teaching ? Promise.all(ids.map((id) => batched(id, teaching))) : []),
    enabled: teaching !== undefined && areTyped(teaching),
    retry: (count, failed) => !refusalOf(failed) && count < 2,
    meta: { background: true },
  });
}
