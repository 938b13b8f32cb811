import { messages } from "#contract/wire/specified-messages.ts";
import type { Language } from "#web/language/language.ts";
import { useLanguage } from "#web/language/use-language.ts";
import type { Item, ParsedQuery } from "#contract/catalog/catalog.ts";
import type { UseQueryResult } from "@tanstack/react-query";
import { SearchX, X } from "#web/ui/first-icons.tsx";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import {
  addressOfFilters,
  countFacets,
  type DisplayedResults,
  type Filters,
  filtersOfAddress,
  isSearch,
  searchPageSize,
} from "#web/catalog/catalog-queries.ts";
import { ItemShelf, ShelfSkeleton, stemOf } from "#web/catalog/item/item-shelf.tsx";
import { Pager } from "#web/ui/navigation/pager.tsx";
import type * as facetParts from "./facets.tsx";
import styles from "./search-results.module.css";
import chips from "./chips.module.css";
import { Button, ButtonLink } from "#web/ui/actions/button.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { announce } from "#web/ui/accessibility.tsx";
import { EmptyState } from "#web/ui/feedback/notices.tsx";
import { Fetched } from "#web/ui/feedback/loading.tsx";
import { SelectField } from "#web/ui/forms/choice-fields.tsx";
import { Link, useDestination, useNavigate } from "#web/ui/router.tsx";

type SearchResultsProps = {
  filters: Filters;
  query: UseQueryResult<DisplayedResults>;
  /** Loaded after the page. */
  facets: typeof facetParts | undefined;
  /** The filters, for the dialog of smaller screens. */
  panel: ReactNode;
  action: (item: Item) => ReactNode;
  /** Replaces today's stock. */
  stock?: ((item: Item) => ReactNode) | undefined;
};

/** ms; Orca cuts off an announcement made while it reads the new value of the changed field. */
const announceDelayMs = 700;

export function SearchResults(props: SearchResultsProps) {
  const { filters, query } = props;
  const { t } = useLanguage();
  const count = useArrivalOnPage(filters.page);
  return (
    <Fetched query={query} what={t("items")} skeleton={<ShelfSkeleton count={6} />}>
      {(results) => <Results {...props} results={results} count={count} busy={query.isPlaceholderData} />}
    </Fetched>
  );
}

type ResultsProps = SearchResultsProps & {
  results: DisplayedResults;
  count: RefObject<HTMLElement | null>;
  busy: boolean;
};

function Results({ results, filters, facets, panel, action, stock, count, busy }: ResultsProps) {
  const language = useLanguage();
  const destination = useDestination();
  // texts describe the list on screen; links lead to the requested search
  const { of = filters } = results;
  const next = isSearch(destination) ? filtersOfAddress(destination) : filters;
  const total = totalOf(results, of);
  const { searchInStockResults: inStock, searchOutOfStockResults: out, inStockTotal, outOfStockTotal } = results;
  const words = wordsOf(results, of);
  const sentence = sentenceOf(total, of, language);
  const announcement = [
    ...(results.parsedQuery?.corrections.map((correction) => correctionOf(correction, language)) ?? []),
    total === 0 ? language.t(messages.empty.pager) : sentence,
  ].join(" ");
  const isFirst = useRef(true);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    if (isFirst.current) announce(announcement);
    else timer = setTimeout(announce, announceDelayMs, announcement);
    isFirst.current = false;
    return () => clearTimeout(timer);
  }, [announcement]);
  const firstOut = addressOfFilters({
    ...next,
    inStockOnly: false,
    page: 1 + Math.floor(inStockTotal / searchPageSize),
  });
  const shelf = { action, stock, search: words };
  const note = results.parsedQuery && (
    <ParsedQueryNote parsedQuery={results.parsedQuery} next={next} isEmpty={total === 0} />
  );
  return (
    <Stack className={styles.all}>
      <div className={styles.head}>
        <p className={styles.count}>
          <span ref={count} tabIndex={-1}>
            {sentence}
          </span>
          {total > 0 && outOfStockTotal > 0 && (
            <Link to={`${firstOut}#out-of-stock`}>
              {outOfStockTotal === 1
                ? language.t("1 out of stock")
                : language.t("{n} out of stock", { n: language.number(outOfStockTotal) })}
            </Link>
          )}
        </p>
        <FilterButton filters={next} sheet={facets?.FilterSheet} sentence={sentence}>
          {panel}
        </FilterButton>
        {total > 1 && <SortField filters={next} />}
      </div>
      {total === 0 && <NoResults />}
      {inStock.length + out.length === 0 && note}
      {facets && <facets.BelowCount {...{ results, of, next, busy, total }} />}
      <div id="results" tabIndex={-1} className={styles.results} data-stale={busy || undefined}>
        {inStock.length > 0 && <ItemShelf {...shelf} items={inStock} heading="h2" note={note} />}
        {out.length > 0 && (
          <>
            <h2 id="out-of-stock">{language.t(stock ? "Out of stock today" : "Out of Stock")}</h2>
            <ItemShelf {...shelf} items={out} note={inStock.length === 0 && note} />
          </>
        )}
        {facets && total > 0 && <facets.CloseTopics of={of} busy={busy} total={total} />}
      </div>
      {total > 0 && (
        <Pager
          key={sentence} // a new pager is silent, because the count is announced above
          page={of.page}
          pageSize={searchPageSize}
          total={total}
          hrefFor={(page) => addressOfFilters({ ...next, page })}
          label={language.t("Pages of results")}
          busy={busy}
        />
      )}
    </Stack>
  );
}

type FilterButtonProps = {
  filters: Filters;
  sheet: typeof facetParts.FilterSheet | undefined;
  sentence: string;
  children: ReactNode;
};

/** Opens the panel of filters in a dialog, on screens without room for it. */
function FilterButton({ filters, sheet: Sheet, sentence, children }: FilterButtonProps) {
  const { t } = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const { category, subject, grade } = filters;
  const n = [category, subject, grade].filter(Boolean).length + countFacets(filters);
  return (
    <div className={styles.filter}>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {n > 0 ? t("Filter ({n})", { n }) : t("Filter")}
      </Button>
      {isOpen && Sheet && (
        <Sheet sentence={sentence} onClose={() => setOpen(false)}>
          {children}
        </Sheet>
      )}
    </div>
  );
}

function wordsOf({ parsedQuery }: DisplayedResults, { text }: Filters): string {
  const { corrections = [], also = [] } = parsedQuery ?? {};
  return [
    text,
    ...corrections.map(({ shown }) => shown),
    ...also.flatMap(({ words }) => words.map(({ word }) => word)),
  ].join(" ");
}

function totalOf({ inStockTotal, outOfStockTotal }: DisplayedResults, { inStockOnly }: Filters): number {
  return inStockOnly ? inStockTotal : inStockTotal + outOfStockTotal;
}

function sentenceOf(total: number, { text, inStockOnly }: Filters, { t, number }: Language) {
  const singular = inStockOnly ? "1 item in stock" : "1 item";
  const plural = inStockOnly ? "{n} items in stock" : "{n} items";
  const items = t(total === 1 ? singular : plural, { n: number(total) });
  return text ? t("{items} for “{text}”", { items, text }) : items;
}

function NoResults() {
  const { t } = useLanguage();
  return (
    <EmptyState
      title={t(messages.empty.pager)}
      icon={<SearchX size={28} />}
      actions={<ButtonLink to={addressOfFilters({})}>{t("Show the whole inventory")}</ButtonLink>}
    >
      {t("Try fewer or different words, or fewer filters.")}
    </EmptyState>
  );
}

/** Focuses the count when the list turns a page, as a page load would. */
function useArrivalOnPage(page: number) {
  const count = useRef<HTMLElement>(null);
  const previous = useRef(page);
  useEffect(() => {
    if (previous.current === page) return;
    previous.current = page;
    count.current?.focus({ preventScroll: true });
  }, [page]);
  return count;
}

/** Sorts the results. It belongs to the search form, so that it works without JavaScript. */
function SortField({ filters }: { filters: Filters }) {
  const { t } = useLanguage();
  const navigate = useNavigate();
  const { text, sort } = filters;
  const choices = [
    { value: "" as const, label: t(text ? "Best match" : "Title") },
    { value: "newest" as const, label: t("Newest") },
    ...(text ? [{ value: "title" as const, label: t("Title") }] : []),
    { value: "borrowed" as const, label: t("Most borrowed") },
  ];
  return (
    <SelectField
      name="sort"
      form="search-form"
      label={t("Sort by")}
      className={styles.sort}
      options={choices}
      value={!text && sort === "title" ? "" : sort}
      onChange={({ target }) => {
        const choice = choices.find(({ value }) => value === target.value)?.value ?? "";
        void navigate(addressOfFilters({ ...filters, sort: choice, page: 1 }));
      }}
    />
  );
}

const correctionOf = (correction: ParsedQuery["corrections"][number], { t }: Language) =>
  t("No match for “{typed}”. Showing “{shown}”.", correction);

const maxExamples = 2;

/**
 * Returns a few synonyms in a language to name above the results, one of each topic if there are several. They don't repeat
 * the typed word or each other.
 */
export function synonymExamples(also: ParsedQuery["also"], code: Language["code"]): string[] {
  const stem = (word: string) => stemOf(word.replaceAll("-", ""));
  const repeats = (word: string, typed: string) => stem(word) === stem(typed) || word.includes(typed.toLowerCase());
  const topics = also.map(({ typed, words }) =>
    words
      .filter(({ word, language }) => (language || code) === code && !repeats(word, typed))
      .filter(({ word }, at, own) => own.findIndex((other) => stem(other.word) === stem(word)) === at),
  );
  const rounds = Array.from({ length: maxExamples }, (_, at) => topics.flatMap((words) => words[at]?.word ?? []));
  return rounds.flat().slice(0, maxExamples);
}

/** Shows the parsed query, with a link to search for the text as typed. */
function ParsedQueryNote({
  parsedQuery,
  next,
  isEmpty,
}: {
  parsedQuery: ParsedQuery;
  next: Filters;
  isEmpty: boolean;
}) {
  const language = useLanguage();
  const { t, say, called } = language;
  const { corrections, also, filters, omittedWords, unknownWords, missingFormat, literalQuery } = parsedQuery;
  const examples = isEmpty ? "" : synonymExamples(also, language.code).join(", ");
  const sentences = [
    ...corrections.map((correction) => correctionOf(correction, language)),
    missingFormat && t("No matches in “{format}”. Showing other formats.", { format: say(missingFormat) }),
    unknownWords[0] &&
      t("No items mention “{words}”. Showing results for the other words.", { words: unknownWords.join("”, “") }),
    examples && t("Also showing: {words}.", { words: examples }),
    omittedWords[0] && t("Some results don’t mention: {words}.", { words: omittedWords.join(", ") }),
  ].filter(Boolean);
  const search = (text: string) => addressOfFilters({ ...next, text, page: 1 });
  return (
    <div className={styles.note}>
      {filters.length > 0 && (
        <ul className={chips.chips} aria-label={t("Filters from your search")}>
          {filters.map(({ kind, name, without }) => {
            const filter = kind === "grade" ? name.split(", ").map(called).join(", ") : say(called(name));
            return (
              <li key={kind}>
                <Link to={search(without)} className={chips.chip} aria-label={t("Remove {filter}", { filter })}>
                  {filter}
                  <X size={16} />
                </Link>
              </li>
            );
          })}
        </ul>
      )}
      {sentences[0] && <p>{sentences.join(" ")}</p>}
      {corrections.length + also.length > 0 && (
        <Link to={search(literalQuery)}>
          {t("Search for just “{text}”", { text: literalQuery.replaceAll('"', "") })}
        </Link>
      )}
    </div>
  );
}
