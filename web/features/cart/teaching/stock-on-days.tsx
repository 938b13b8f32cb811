import { useQuery } from "@tanstack/react-query";
import type { Item } from "#contract/catalog.ts";
import { limits } from "#contract/codes.ts";
import type { Teaching } from "#contract/site/teaching-days.ts";
import type { TitleOnDays } from "#contract/titles/title-days.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { announce } from "#web/ui/feedback/announce.ts";
import { daysInWords, freeInWords } from "./days-in-words.ts";
import styles from "./on-days.module.css";
import { SimilarOnRequest } from "./similar-on-days.tsx";
import { useTeaching } from "./teaching.ts";
import { titleDaysQuery } from "./title-days-query.ts";

/** What a title has for the chosen days, and the title with that as its stock: as many as one can order while it is unknown. */
export function useOnDays(item: Item) {
  const { teaching } = useTeaching();
  const { data, isPending } = useQuery(titleDaysQuery([item.inventoryId], teaching));
  const onDays = data?.[0] ?? undefined;
  return { isPending, onDays, item: { ...item, inStock: onDays?.free ?? limits.quantity } };
}

/** How many of a title are free for the chosen days; where none is, the nearest days that would do, and similar titles. */
export function StockOnDays({ item }: { item: Item }) {
  const language = useLanguage();
  const { onDays, isPending } = useOnDays(item);
  if (!onDays) return <p className={styles.stock}>{isPending ? language.t("Counting the days…") : null}</p>;
  return (
    // it takes the focus when its buttons go
    <div className={styles.onDays} tabIndex={-1} data-on-days>
      <p className={onDays.free > 0 ? styles.free : styles.stock}>{freeInWords(onDays.free, language)}</p>
      <Nearest item={item} onDays={onDays} />
      {onDays.free === 0 && <SimilarOnRequest item={item} />}
    </div>
  );
}

/** The nearest days for which a title is free, as buttons that choose them. */
export function Nearest({ item, onDays: { before, next } }: { item: Item; onDays: TitleOnDays }) {
  const { t, code } = useLanguage();
  const { keep } = useTeaching();
  const days = [before, next].filter((some) => some !== null);
  if (days.length === 0) return null;
  const choose = (chosen: Teaching, button: HTMLElement) => {
    button.closest<HTMLElement>("[data-on-days]")?.focus({ preventScroll: true });
    keep(chosen);
    announce(t("For your days: {days}", { days: daysInWords(chosen, code) }));
  };
  return (
    <div className={styles.nearest}>
      <span>{t("Free on:")}</span>
      {days.map((some) => (
        <Button
          key={some.from}
          size="small"
          aria-label={t("{days}: choose these days for {title}", { days: daysInWords(some, code), title: item.title })}
          onClick={({ currentTarget }) => choose(some, currentTarget)}
        >
          {daysInWords(some, code)}
        </Button>
      ))}
    </div>
  );
}
