import type { ReactNode } from "react";
import { addressOfFilters, type DisplayedResults, type Filters, noFilters } from "#web/catalog/catalog-queries.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { Button, ButtonLink } from "#web/ui/actions/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { FacetGroups, helpQuery, kinds, toggled, useNames, valuesOf } from "./facet-groups.tsx";
import { X } from "#web/ui/first-icons.tsx";
import { minMatches } from "#contract/catalog/codes.ts";
import type { FilterKind } from "#contract/catalog/facets.ts";
import { useQuery } from "@tanstack/react-query";
import { EmptyState } from "#web/ui/feedback/notices.tsx";
import { Link } from "#web/ui/router.tsx";
import chips from "./chips.module.css";
import styles from "./facets.module.css";

type FacetsProps = {
  /** The search of the displayed results, and the requested one. */
  of: Filters;
  next: Filters;
  busy: boolean;
  results: DisplayedResults;
  total: number;
};

/** Shows the selected facets, and the facets with the number of titles for each. */
export function Facets({ next, busy }: { next: Filters; busy: boolean }) {
  return (
    <div className={styles.column}>
      <ChosenChips next={next} />
      <FacetGroups next={next} isReady={!busy} />
    </div>
  );
}

/** Shows the filters in a dialog; each choice applies right away. */
export function FilterSheet({ sentence, onClose, children }: FilterSheetProps) {
  const { t } = useLanguage();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("Filters")}
      initialFocus="title"
      actions={
        <>
          <output className={styles.total}>{sentence}</output>
          <Button look="primary" onClick={onClose}>
            {t("Show results")}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}

type FilterSheetProps = { sentence: string; onClose: () => void; children: ReactNode };

/** Suggests what to do when there are no results, or none on this page. */
export function BelowCount({ results, of, next, busy, total }: FacetsProps) {
  return (
    <>
      {total === 0 && <CloseTopics of={of} busy={busy} total={total} />}
      {total === 0 && !busy && <SearchHelp filters={of} outOfStock={of.inStockOnly ? results.outOfStockTotal : 0} />}
      {total > 0 && results.searchInStockResults.length + results.searchOutOfStockResults.length === 0 && (
        <EmptyPage next={next} />
      )}
    </>
  );
}

function EmptyPage({ next }: { next: Filters }) {
  const { t } = useLanguage();
  return (
    <EmptyState
      title={t("There’s nothing on this page.")}
      actions={
        <ButtonLink look="primary" to={addressOfFilters({ ...next, page: 1 })}>
          {t("Go to the first page")}
        </ButtonLink>
      }
    />
  );
}

function ChosenChips({ next }: { next: Filters }) {
  const { t } = useLanguage();
  const nameOf = useNames();
  const filters = kinds.flatMap((kind) => valuesOf(next, kind).map((value) => ({ kind, value })));
  if (filters.length === 0) return null;
  return (
    <ul className={chips.chips} aria-label={t("Selected filters")}>
      {filters.map(({ kind, value }) => {
        const filter = nameOf(kind, value);
        return (
          <li key={`${kind} ${value}`}>
            <Link
              to={addressOfFilters(toggled(next, kind, value))}
              className={chips.chip}
              aria-label={t("Remove {filter}", { filter })}
            >
              {filter}
              <X size={16} />
            </Link>
          </li>
        );
      })}
      {filters.length > 1 && (
        <li>
          <Link
            to={addressOfFilters(kinds.reduce((all, kind) => ({ ...all, [kind]: "" }), { ...next, page: 1 }))}
            className={chips.chip}
          >
            {t("Clear all")}
          </Link>
        </li>
      )}
    </ul>
  );
}

const lists = { category: "formats", subject: "subjects", grade: "grades" } as const;
const isList = (kind: FilterKind): kind is keyof typeof lists => kind in lists;

/** Links to topics close to a search that finds little, with the number of titles in each. */
export function CloseTopics({ of, busy, total }: Pick<FacetsProps, "of" | "busy" | "total">) {
  const { t, code, number } = useLanguage();
  const { data } = useQuery({ ...helpQuery(of), enabled: !busy && of.text !== "" && total < minMatches });
  const topics = (total < minMatches && data?.topics.filter((topic) => topic[code] !== "")) || [];
  if (topics.length === 0) return null;
  return (
    <section className={styles.help} aria-labelledby="related-topics">
      <h2 id="related-topics">{t("Related topics")}</h2>
      <ul>
        {topics.map(({ [code]: name, titles }) => (
          <li key={name}>
            <Link to={addressOfFilters({ ...of, text: name, page: 1 })}>
              {name[0]?.toUpperCase() + name.slice(1)} ({number(titles)})
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Suggests ways to find something: titles out of stock, and filters to remove. */
function SearchHelp({ filters, outOfStock }: { filters: Filters; outOfStock: number }) {
  const { t, number } = useLanguage();
  const nameOf = useNames();
  const { data } = useQuery(helpQuery(filters));
  const { text, ...rest } = noFilters;
  const everything = addressOfFilters({ ...rest, text: filters.text });
  const isNarrowed = addressOfFilters({ ...filters, inStockOnly: rest.inStockOnly, sort: "", page: 1 }) !== everything;
  const without = data?.without ?? [];
  const isEmpty = without.length + outOfStock === 0;
  if (isEmpty && (!isNarrowed || filters.text === text)) return null;
  const n = number(outOfStock);
  const items = (n: number) => (n === 1 ? t("1 item") : t("{n} items", { n: number(n) }));
  const namesOf = (kind: FilterKind) =>
    isList(kind)
      ? nameOf(lists[kind], String(filters[kind] ?? ""))
      : valuesOf(filters, kind)
          .map((value) => nameOf(kind, value))
          .join(", ");
  const withoutKind = (kind: FilterKind): Filters => ({
    ...filters,
    [kind]: isList(kind) ? noFilters[kind] : "",
    page: 1,
  });
  return (
    <section className={styles.help} aria-label={t("Ways to find more")}>
      {outOfStock > 0 && (
        <p>
          {outOfStock === 1
            ? t("1 more item is out of stock right now.")
            : t("{n} more items are out of stock right now.", { n })}
        </p>
      )}
      <ul>
        {outOfStock > 0 && (
          <li>
            <Link to={addressOfFilters({ ...filters, inStockOnly: false, page: 1 })}>
              {outOfStock === 1 ? t("Show 1 out of stock") : t("Show {n} out of stock", { n })}
            </Link>
          </li>
        )}
        {without.map(({ kind, titles }) => (
          <li key={kind}>
            <Link to={addressOfFilters(withoutKind(kind))}>
              {t("Without {filter}: {items}", { filter: namesOf(kind), items: items(titles) })}
            </Link>
          </li>
        ))}
        {isNarrowed && filters.text !== text && (
          <li>
            <Link to={everything}>{t("Search everything")}</Link>
          </li>
        )}
      </ul>
    </section>
  );
}
