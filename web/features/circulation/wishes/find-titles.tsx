import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import type { Item } from "#contract/catalog.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { announce } from "#web/ui/feedback/announce.ts";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { SearchField } from "#web/ui/forms/search-field.tsx";
import { Plus, Search } from "#web/ui/icons.tsx";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import { whyNoMore, type Wish, wishOf, withOneMore } from "./wish.ts";
import styles from "./wishes.module.css";

const shown = 6;

const titlesQuery = (searchString: string) =>
  queryOptions({
    queryKey: ["orders", "titles", searchString],
    queryFn: async ({ signal }) => {
      const query = { searchString, page: 1, pageSize: shown };
      const { data } = await call("GET Inventory/GetInventoryBySearchParams", { query }, { signal });
      return [...data.searchInStockResults, ...data.searchOutOfStockResults];
    },
    enabled: searchString !== "",
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

type FindTitlesProps = {
  /** What the order is to hold until now. */
  wishes: readonly Wish[];
  onChange: (wishes: readonly Wish[]) => void;
  field?: RefObject<HTMLInputElement | null>;
};

/** Finds titles by words or SKU, with what is in stock and on the order, and adds one. */
export function FindTitles({ wishes, onChange, field }: FindTitlesProps) {
  const add = (item: Item) => {
    const now = withOneMore(wishes, item);
    const wish = wishOf(now, item);
    if (!wish) return;
    if (wish.quantity === wishOf(wishes, item)?.quantity) return toast(`${item.title}: ${whyNoMore(wish)}`, "error");
    onChange(now);
    announce(`${item.title}: ${wish.quantity} on this order.`);
  };
  const [text, setText] = useState("");
  const titles = useQuery(titlesQuery(text));
  return (
    <Stack gap="tight">
      <form
        aria-label="Titles"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation(); // React bubbles a dialog's events to the form that contains it
          const typed = new FormData(event.currentTarget).get("titleText");
          setText(typeof typed === "string" ? typed.trim() : "");
        }}
      >
        <Row align="end">
          <SearchField ref={field} label="Add a title" hint="By its name, subject, or SKU" name="titleText" width="l" />
          <Button type="submit" icon={<Search size={18} />}>
            Find titles
          </Button>
        </Row>
      </form>
      {text !== "" && (
        <Fetched
          query={titles}
          what="titles"
          skeleton={<SkeletonLines lines={3} />}
          empty={<p className={styles.none}>No title matches “{text}”.</p>}
        >
          {(found) => (
            <ul className={styles.found} aria-label="Titles found">
              {found.map((item) => (
                <FoundTitle
                  key={item.inventoryId}
                  item={item}
                  quantity={wishOf(wishes, item)?.quantity ?? 0}
                  onAdd={() => add(item)}
                />
              ))}
            </ul>
          )}
        </Fetched>
      )}
    </Stack>
  );
}

type FoundTitleProps = {
  item: Item;
  /** How many are on the order. */
  quantity: number;
  onAdd: () => void;
};

function FoundTitle({ item, quantity, onAdd }: FoundTitleProps) {
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <span className={styles.title}>
          <TitleText of={item} />
        </span>
        <span className={styles.side}>
          #{item.referenceNumber} · {item.categoryName} ·{" "}
          {item.inStock > 0 ? `${item.inStock} in stock` : "Out of stock"}
          {quantity > 0 && <strong> · {quantity} on this order</strong>}
        </span>
      </div>
      <Button size="small" icon={<Plus size={18} />} disabled={item.inStock === 0 && quantity === 0} onClick={onAdd}>
        Add<VisuallyHidden> {item.title}</VisuallyHidden>
      </Button>
    </li>
  );
}
