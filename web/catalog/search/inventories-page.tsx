import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import { useLanguage } from "#web/language/use-language.ts";
import { quickAdd } from "#web/orders/cart/quick-add.tsx";
import { SearchBox } from "./search-box.tsx";
import { FilterLists, useSearchDraft } from "./search-panel.tsx";
import { SearchResults } from "./search-results.tsx";
import styles from "./inventories-page.module.css";
import { DatesButton, datesFirst, useDatesPart } from "#web/orders/dates/dates-part.tsx";
import { useDestination, useLocation, useNavigate } from "#web/ui/router.tsx";
import { SkipLink } from "#web/ui/accessibility.tsx";
import { useLazy } from "#web/ui/feedback/loading.tsx";
import { Page } from "#web/ui/layout.tsx";
import {
  addressOfFilters,
  type Filters,
  filtersOfAddress,
  isSearch,
  searchQuery,
} from "#web/catalog/catalog-queries.ts";

export function InventoriesPage() {
  const filters = filtersOfAddress(useLocation());
  // follows the address bar right away, so that Back works before the list has loaded
  const destination = useDestination();
  const nextFilters = isSearch(destination) ? filtersOfAddress(destination) : filters;
  const navigate = useNavigate();
  const { t } = useLanguage();
  const query = useQuery(searchQuery(filters, useQueryClient()));
  const { part, datedPart } = useDatesPart();
  const facets = useLazy(loadFacets);
  const isWide = useIsWide();
  const shelf = useMemo(() => datedPart?.shelfForDates(quickAdd), [datedPart]);
  const search = (next: Filters) => void navigate(addressOfFilters(next));
  const draft = useSearchDraft(nextFilters, search);
  const heading = t("Our Inventory");
  const panel = (
    <div className={styles.panel}>
      <DatesButton filters={nextFilters} onSearch={search} />
      <FilterLists {...draft} />
      {facets && <facets.Facets next={nextFilters} busy={!query.data || query.isPlaceholderData} />}
    </div>
  );
  return (
    <Page
      heading={heading}
      documentTitle={filters.text ? t("“{text}” in our inventory", { text: filters.text }) : heading}
      actions={
        <>
          <SkipLink target="results">{t("Skip to results")}</SkipLink>
          <SearchBox search={draft} />
        </>
      }
    >
      <div className={styles.beside} data-beside>
        {isWide && (
          <section aria-label={t("Filters")} className={styles.column} data-screen-only>
            {panel}
          </section>
        )}
        {part && <part.DatesInAddress />}
        <SearchResults {...{ filters, query, facets, panel }} action={quickAdd} {...shelf} />
      </div>
    </Page>
  );
}

InventoriesPage.ready = datesFirst("list");

const loadFacets = () => import("./facets.tsx");

/** The width from which inventories-page.module.css has room for the column. */
const wide = "(min-width: 69.25rem)";

/** Returns whether the panel is a column. On the server it is, because there it works without JavaScript. */
const useIsWide = () =>
  useSyncExternalStore(
    onResize,
    () => matchMedia(wide).matches,
    () => true,
  );

function onResize(listener: () => void) {
  addEventListener("resize", listener);
  return () => removeEventListener("resize", listener);
}
