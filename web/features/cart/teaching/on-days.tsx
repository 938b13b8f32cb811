import type { CartItem } from "#contract/cart.ts";
import type { Item } from "#contract/catalog.ts";
import type { Teaching } from "#contract/site/teaching-days.ts";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { limits } from "#contract/codes.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { freeInWords } from "./days-in-words.ts";
import { SimilarOnDays } from "./similar-on-days.tsx";
import { Nearest, StockOnDays, useOnDays } from "./stock-on-days.tsx";
import { chosenDays, onDaysChange, useTeaching } from "./teaching.ts";
import { titleDaysQuery } from "./title-days-query.ts";
import styles from "./on-days.module.css";

export { DaysLine } from "./days-line.tsx";
export { FreeDays } from "./free-days.tsx";
export { InThisOrder, OtherDays } from "./in-this-order.tsx";

/** Tells the chosen days, now and after each change; returns how to stop it. */
export function followDays(tell: (days: Teaching | undefined) => void): () => void {
  tell(chosenDays());
  return onDaysChange(() => tell(chosenDays()));
}

/** What a shelf shows of its titles for the chosen days: their stock, and what adds one of those that are free. */
export const shelfOnDays = (add: (item: Item) => ReactNode) => ({
  action: (item: Item) => <OnDays item={item}>{add}</OnDays>,
  stock: (item: Item) => <StockOnDays item={item} />,
});

/** A title with what is free of it as its stock. */
function OnDays({ item, children }: { item: Item; children: (item: Item) => ReactNode }) {
  return children(useOnDays(item).item);
}

type AddOnDaysProps = {
  item: Item;
  children: (item: Item, stock: string) => ReactNode;
};

/** What adds a title for the chosen days; where none is free, the nearest days that would do, and similar titles. */
export function AddOnDays({ item, children }: AddOnDaysProps) {
  const language = useLanguage();
  const { onDays, item: stocked, isPending } = useOnDays(item);
  if (!onDays) return isPending && <p>{language.t("Counting the days…")}</p>;
  return (
    <div className={styles.onDays} tabIndex={-1} data-on-days>
      {onDays.free > 0 ? (
        children(stocked, freeInWords(onDays.free, language))
      ) : (
        <Alert tone="warning" title={freeInWords(0, language)}>
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

/** The lines of a cart, each title with what it has for the chosen days as its stock. */
export function LinesOnDays({ lines, children }: LinesOnDaysProps) {
  const { teaching } = useTeaching();
  const ids = lines.map(({ inventory }) => inventory.inventoryId);
  const { data: found } = useQuery(titleDaysQuery(ids, teaching));
  return children(
    lines.map((line, at) => ({
      ...line,
      inventory: { ...line.inventory, inStock: found?.[at]?.free ?? limits.quantity },
    })),
    (item) => <StockOnDays item={item} />,
  );
}
