import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import type { Item } from "#contract/catalog.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { SearchField } from "#web/ui/forms/search-field.tsx";
import { Plus, Search } from "#web/ui/icons.tsx";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
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

type FindTitlesProps = { onAdd: (item: Item) => void; field?: RefObject<HTMLInputElement | null> };

/** Finds titles by words or SKU, with what is in stock, and adds one. */
export function FindTitles({ onAdd, field }: FindTitlesProps) {
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
                <FoundTitle key={item.inventoryId} item={item} onAdd={() => onAdd(item)} />
              ))}
            </ul>
          )}
        </Fetched>
      )}
    </Stack>
  );
}

function FoundTitle({ item, onAdd }: { item: Item; onAdd: () => void }) {
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <span className={styles.title}>
          <TitleText of={item} />
        </span>
        <span className={styles.side}>
          #{item.referenceNumber} · {item.categoryName} ·{" "}
          {item.inStock > 0 ? `${item.inStock} in stock` : "Out of stock"}
        </span>
      </div>
      <Button size="small" icon={<Plus size={18} />} disabled={item.inStock === 0} onClick={onAdd}>
        Add<VisuallyHidden> {item.title}</VisuallyHidden>
      </Button>
    </li>
  );
}
