import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { type ReactNode, type RefObject, useRef, useState } from "react";
import type { Item } from "#contract/catalog/catalog.ts";
import type { Teaching } from "#contract/orders/teaching-days.ts";
import { messages, ownMessages } from "#contract/wire/messages.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { call } from "#web/lib/call.ts";
import { Button, IconButton } from "#web/ui/actions/button.tsx";
import { SearchForm } from "#web/ui/forms/search-form.tsx";
import { Plus, X } from "#web/ui/icons.tsx";
import styles from "./requested-titles.module.css";
import { limits } from "#contract/catalog/codes.ts";
import { announce, focusOn, VisuallyHidden } from "#web/ui/accessibility.tsx";
import { Fetched, type Query, SkeletonLines } from "#web/ui/feedback/loading.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { Row, Stack } from "#web/ui/layout.tsx";
import { availabilityForDatesQuery } from "./dates/availability-query.ts";
import { type QuantityProblem, QuantityStepper } from "#web/ui/forms/quantity-stepper.tsx";

const maxResults = 6;

const titlesQuery = (searchString: string) =>
  queryOptions({
    queryKey: ["orders", "titles", searchString],
    queryFn: async ({ signal }) => {
      const query = { searchString, page: 1, pageSize: maxResults };
      const { data } = await call("GET Inventory/GetInventoryBySearchParams", { query }, { signal });
      return [...data.searchInStockResults, ...data.searchOutOfStockResults];
    },
    enabled: searchString !== "",
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

type TitleOn = Item & { inStockToday?: number };

/** Returns titles whose stock is what's available on the dates (the limit until that loads), or today without dates. */
function useStockOn(items: readonly TitleOn[], dates: Teaching | undefined): readonly TitleOn[] {
  const ids = items.map(({ inventoryId }) => inventoryId);
  const { data } = useQuery(availabilityForDatesQuery(ids, dates, null));
  return items.map((item, at) => {
    const { inStockToday = item.inStock } = item;
    // the dates may be cleared again
    return { ...item, inStockToday, inStock: dates ? (data?.[at]?.free ?? limits.quantity) : inStockToday };
  });
}

export function useRequestsOn(requests: readonly RequestedTitle[], dates: Teaching | undefined) {
  const items = useStockOn(
    requests.map(({ item }) => item),
    dates,
  );
  return requests.map((request, at) => ({ ...request, item: items[at] ?? request.item }));
}

type FindTitlesProps = {
  requests: readonly RequestedTitle[];
  /** Without them, what's in stock today counts. */
  dates?: Teaching | undefined;
  onChange: (requests: readonly RequestedTitle[]) => void;
  field?: RefObject<HTMLInputElement | null>;
};

export function FindTitles({ requests, dates, onChange, field }: FindTitlesProps) {
  const add = (item: Item) => {
    const newRequests = withOneMore(requests, item);
    const request = requestOf(newRequests, item);
    if (!request) return;
    if (request.quantity === requestOf(requests, item)?.quantity)
      return toast(`${item.title}: ${whyNoMore(request)}`, "error");
    onChange(newRequests);
    announce(`${item.title}: ${request.quantity} on this order.`);
  };
  const [text, setText] = useState("");
  const titles = useQuery(titlesQuery(text));
  const found = useStockOn(titles.data ?? [], dates);
  return (
    <Stack gap="tight">
      <SearchForm
        of="Titles"
        ref={field}
        label="Add a title"
        hint="Search by title, subject, or SKU."
        name="titleText"
        send="Find titles"
        onFind={setText}
      />
      {text !== "" && (
        <Found
          query={{ ...titles, data: titles.data && found }}
          what="titles"
          label="Titles found"
          none={`No title matches “${text}”.`}
        >
          {(item) => (
            <FoundTitle
              key={item.inventoryId}
              item={item}
              stock={stockInWords(item.inStock, dates)}
              quantity={requestOf(requests, item)?.quantity ?? 0}
              onAdd={() => add(item)}
            />
          )}
        </Found>
      )}
    </Stack>
  );
}

/** Kept short, because the dates are shown next to the titles. */
function stockInWords(inStock: number, dates: Teaching | undefined): string {
  if (dates) return inStock > 0 ? `${inStock} available then` : "Not available then";
  return inStock > 0 ? `${inStock} in stock` : "Out of stock";
}

type FoundTitleProps = { item: Item; stock: string; quantity: number; onAdd: () => void };

function FoundTitle({ item, stock, quantity, onAdd }: FoundTitleProps) {
  return (
    <FoundRow
      words={
        <FoundWords
          name={<TitleText of={item} />}
          side={
            <>
              #{item.referenceNumber} · {item.categoryName} · {stock}
              {quantity > 0 && <strong> · {quantity} on this order</strong>}
            </>
          }
        />
      }
    >
      <Button size="small" icon={<Plus size={18} />} disabled={item.inStock === 0 && quantity === 0} onClick={onAdd}>
        Add<VisuallyHidden> {item.title}</VisuallyHidden>
      </Button>
    </FoundRow>
  );
}

type FoundProps<One> = {
  query: Query<readonly One[]>;
  what: string;
  label: string;
  none: string;
  children: (one: One) => ReactNode;
};

/** Lists the results of a search, each as a `FoundRow`. */
export function Found<One>({ query, what, label, none, children }: FoundProps<One>) {
  return (
    <Fetched
      query={query}
      what={what}
      skeleton={<SkeletonLines lines={3} />}
      empty={<p className={styles.none}>{none}</p>}
    >
      {(all) => (
        <ul className={styles.found} aria-label={label}>
          {all.map((one) => children(one))}
        </ul>
      )}
    </Fetched>
  );
}

export function FoundRow({ words, children }: { words: ReactNode; children: ReactNode }) {
  return (
    <li className={styles.row}>
      {words}
      {children}
    </li>
  );
}

type FoundWordsProps = { name: ReactNode; side: ReactNode; children?: ReactNode };

export function FoundWords({ name, side, children }: FoundWordsProps) {
  return (
    <div className={styles.words}>
      <span className={styles.title}>{name}</span>
      <span className={styles.side}>{side}</span>
      {children}
    </div>
  );
}

type RequestedTitlesProps = Pick<FindTitlesProps, "requests" | "dates" | "onChange">;

export function RequestedTitles({ requests, dates, onChange }: RequestedTitlesProps) {
  const box = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const remove = (request: RequestedTitle) => {
    onChange(requests.filter((other) => other !== request));
    focusOn(requests.length === 1 ? box.current : heading.current); // the pressed button disappears
  };
  return (
    <div ref={box}>
      {requests.length === 0 && <p className={styles.none}>No titles yet.</p>}
      {requests.length > 0 && (
        <h3 ref={heading} className={styles.heading}>
          On this order
        </h3>
      )}
      {requests.length > 0 && (
        <ul className={styles.found} aria-label="Titles on the order">
          {requests.map((request) => (
            <FoundRow
              key={request.item.inventoryId}
              words={
                <FoundWords
                  name={<TitleText of={request.item} />}
                  side={`#${request.item.referenceNumber} · ${leftInWords(request, dates)}`}
                />
              }
            >
              <Row>
                <QuantityStepper
                  label={`Quantity of ${request.item.title}`}
                  labelHidden
                  value={request.quantity}
                  max={maxOf(request)}
                  onChange={(quantity) =>
                    onChange(requests.map((other) => (other === request ? { ...request, quantity } : other)))
                  }
                  onInvalid={(problem) => toast(problemInWords(problem, request), "error")}
                />
                <IconButton
                  label={`Remove ${request.item.title}`}
                  icon={<X size={18} />}
                  onClick={() => remove(request)}
                />
              </Row>
            </FoundRow>
          ))}
        </ul>
      )}
    </div>
  );
}

const problemInWords = (problem: QuantityProblem, request: RequestedTitle) =>
  problem === "missing" ? messages.field.quantityRequired : whyNoMore(request);

/** `held` copies are already on the order, on top of the stock. */
export type RequestedTitle = { item: Item; quantity: number; held: number };

export const maxOf = ({ item, held }: Pick<RequestedTitle, "item" | "held">) =>
  Math.min(limits.quantity, item.inStock + held);

export function withOneMore(requests: readonly RequestedTitle[], item: Item): RequestedTitle[] {
  const existing = requestOf(requests, item);
  if (!existing) return [...requests, { item, quantity: 1, held: 0 }];
  return requests.map((request) =>
    request === existing ? { ...request, quantity: Math.min(request.quantity + 1, maxOf(request)) } : request,
  );
}

export function requestOf(requests: readonly RequestedTitle[], { inventoryId }: Item): RequestedTitle | undefined {
  return requests.find(({ item }) => item.inventoryId === inventoryId);
}

export function leftInWords({ item, quantity, held }: RequestedTitle, dates?: Teaching): string {
  const left = item.inStock + held - quantity;
  if (dates) return left < 0 ? "Not enough available then" : stockInWords(item.inStock, dates);
  if (left <= 0) return "None left in stock";
  return `${left} more in stock`;
}

/** Returns why a request at its maximum can't grow. */
export function whyNoMore(request: RequestedTitle): string {
  if (maxOf(request) === limits.quantity) return messages.field.quantityAboveFive;
  return request.held === 0 ? ownMessages.onlyLeft(request.item.inStock) : "No more in stock.";
}

export const linesOf = (requests: readonly RequestedTitle[]) =>
  requests.map(({ item, quantity }) => ({ inventoryId: item.inventoryId, quantity }));
