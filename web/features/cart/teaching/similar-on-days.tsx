import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Item } from "#contract/catalog.ts";
import type { Teaching } from "#contract/site/teaching-days.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { call } from "#web/lib/call.ts";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import { Link } from "#web/ui/router/router.tsx";
import { freeInWords } from "./days-in-words.ts";
import styles from "./on-days.module.css";
import { areTyped, useTeaching } from "./teaching.ts";
import { titleDaysQuery } from "./title-days-query.ts";

const looked = 18; // a page of a search
const shown = 4;

/** Titles of the same subject and for the same grades, those that are in stock today first. */
const similarQuery = ({ inventoryId, subjectId, gradeId }: Item) =>
  queryOptions({
    queryKey: ["catalog", "similar", inventoryId],
    queryFn: async ({ signal }) => {
      const query = { subjectId, gradeId, sort: "borrowed" as const, page: 1, pageSize: looked };
      const { data } = await call("GET Inventory/GetInventoryBySearchParams", { query }, { signal });
      return [...data.searchInStockResults, ...data.searchOutOfStockResults].filter(
        (other) => other.inventoryId !== inventoryId,
      );
    },
    meta: { background: true },
  });

/** Up to four similar titles that are free for days. */
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
        .slice(0, shown);
    },
    enabled: teaching !== undefined && areTyped(teaching),
    retry: false, // both of its queries have tried again
    meta: { background: true },
  });

/** Similar titles that are free for the chosen days; nothing where there are none. */
export function SimilarOnDays({ item }: { item: Item }) {
  const { t } = useLanguage();
  const { teaching } = useTeaching();
  const { data: titles = [] } = useQuery(similarOnDaysQuery(item, teaching));
  if (titles.length === 0) return null;
  return (
    <>
      <p>{t("Similar titles that are free for your days:")}</p>
      <Titles titles={titles} />
    </>
  );
}

/** The same, fetched when it is unfolded: a page of results would ask for each of its titles. */
export function SimilarOnRequest({ item }: { item: Item }) {
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
      {isOpen && <Unfolded item={item} />}
    </details>
  );
}

function Unfolded({ item }: { item: Item }) {
  const { t } = useLanguage();
  const { teaching } = useTeaching();
  return (
    <Fetched
      query={useQuery(similarOnDaysQuery(item, teaching))}
      what={t("similar titles")}
      skeleton={<p>{t("Counting the days…")}</p>}
      empty={<p>{t("No similar title is free for your days.")}</p>}
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
          – {freeInWords(free, language)}
        </li>
      ))}
    </ul>
  );
}
