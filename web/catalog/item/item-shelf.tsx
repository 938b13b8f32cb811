import { useLanguage } from "#web/language/use-language.ts";
import type { Item } from "#contract/catalog/catalog.ts";
import { Fragment, memo, type ReactNode } from "react";
import { gradesInLine } from "#web/catalog/grades-in-line.ts";
import { CategoryBadge } from "#web/catalog/category-look.tsx";
import { ItemCover } from "#web/catalog/item-cover.tsx";
import { Skeleton, SkeletonCover } from "#web/ui/feedback/loading.tsx";
import { Link, useLocation } from "#web/ui/router.tsx";
import styles from "./item-shelf.module.css";

type ItemShelfProps = {
  items: readonly Item[];
  action?: (item: Item) => ReactNode;
  heading?: "h2" | "h3";
  /** Replaces today's stock. */
  stock?: ((item: Item) => ReactNode) | undefined;
  /** The search text, whose words are highlighted. */
  search?: string;
  /** Shown across the shelf, under its first covers. */
  note?: ReactNode;
};

export function ItemShelf({ items, note, ...box }: ItemShelfProps) {
  return (
    <ul className={styles.shelf} data-few={items.length <= 4 || undefined}>
      {items.map((item, at) => (
        <Fragment key={item.inventoryId}>
          <li>
            <ItemBox {...box} item={item} eager={at < 4} />
          </li>
          {note && at === Math.min(items.length, 4) - 1 && <li className={styles.note}>{note}</li>}
        </Fragment>
      ))}
    </ul>
  );
}

type ItemBoxProps = Omit<ItemShelfProps, "items" | "note"> & { item: Item; eager: boolean };

/**
 * Memoized, because a page of boxes takes an old phone 150 ms to render, and the page renders again as its parts load.
 */
const ItemBox = memo(({ item, action, heading: Heading = "h3", stock, search = "", eager }: ItemBoxProps) => {
  const language = useLanguage();
  const { t, say, number, langOf } = language;
  const location = useLocation();
  const facts = [
    ...gradesInLine(item.grades, language),
    langOf(item) !== undefined && say(item.languageName),
    item.publishedYear,
  ];
  return (
    <article className={styles.box}>
      <ItemCover item={item} outOfStock={!stock && item.inStock === 0} eager={eager} />
      <Heading className={styles.title}>
        <Link
          to={`/user/viewitem/${item.inventoryId}`}
          state={{ from: location.pathname + location.search }}
          title={item.title}
          lang={langOf(item)}
          aria-label={item.title === item.displayTitle ? undefined : item.title}
          className={styles.link}
        >
          <MarkedTitle text={item.displayTitle} search={search} />
        </Link>
      </Heading>
      <p className={styles.facts}>
        {facts.filter(Boolean).map((fact, at) => (
          <Fragment key={at}>
            {at > 0 && " · "}
            {fact}
          </Fragment>
        ))}
      </p>
      {stock?.(item)}
      <div className={styles.foot}>
        <p className={styles.facts}>
          <CategoryBadge of={item} />
          {!stock && item.inStock > 0 && (
            <span>{item.inStock === 1 ? t("1 in stock") : t("{n} in stock", { n: number(item.inStock) })}</span>
          )}
        </p>
        {action && <div className={styles.action}>{action(item)}</div>}
      </div>
    </article>
  );
});

export function ShelfSkeleton({ count }: { count: number }) {
  return (
    <div className={styles.shelf} data-few={count <= 4 || undefined}>
      {Array.from({ length: count }, (_, at) => (
        <div key={at} className={styles.box}>
          <SkeletonCover />
          <Skeleton height="2.5em" />
          <Skeleton height="2.5em" />
          <Skeleton width="50%" height="2.75rem" />
        </div>
      ))}
    </div>
  );
}

function MarkedTitle({ text, search }: { text: string; search: string }) {
  return splitAtMatches(text, search).map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part));
}

/** Words too common to highlight. */
const fillers = /^(?:and|con|del|for|las|los|para|por|que|the|una|with)$/;

/** Strips accents and endings, so that the forms of a word compare equal. */
export function stemOf(word: string): string {
  const plain = word.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.length > 3 ? plain.replace(/(?:ies|ing|es|ed|os|as|[aeosy])$/, "") : plain;
}

/** Splits a text so that every second part is a word matching the search. */
export function splitAtMatches(text: string, search: string): string[] {
  const words = (search.match(/[\p{L}\p{N}\p{M}]{3,}/gu) ?? []).filter((word) => !fillers.test(word.toLowerCase()));
  const stems = new Set(words.map(stemOf));
  const parts = [""];
  for (const part of text.split(/([\p{L}\p{N}\p{M}]+)/u)) {
    if (stems.has(stemOf(part))) parts.push(part, "");
    else parts.push(`${parts.pop()}${part}`);
  }
  return parts;
}
