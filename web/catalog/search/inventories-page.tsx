import type { Item } from "#contract/catalog/catalog.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { QuickAdd } from "#web/orders/cart/quick-add.tsx";
import { SearchPanel } from "./search-panel.tsx";
import { SearchResults } from "./search-results.tsx";
import styles from "./inventories-page.module.css";
import { useDatesPart } from "#web/orders/dates/use-dates-part.ts";
import { useDestination, useLocation, useNavigate } from "#web/ui/router.tsx";
import { Page } from "#web/ui/layout.tsx";
import { addressOfFilters, type Filters, filtersOfAddress, isSearch } from "#web/catalog/catalog-queries.ts";

export function InventoriesPage() {
  const filters = filtersOfAddress(useLocation());
  // follows the address bar right away, so that Back works before the list has loaded
  const destination = useDestination();
  const nextFilters = isSearch(destination) ? filtersOfAddress(destination) : filters;
  const navigate = useNavigate();
  const { t } = useLanguage();
  const { part, datedPart } = useDatesPart();
  const add = (item: Item) => <QuickAdd item={item} />;
  const search = (next: Filters) => void navigate(addressOfFilters(next));
  const heading = t("Our Inventory");
  return (
    <Page
      heading={heading}
      documentTitle={filters.text ? t("“{text}” in our inventory", { text: filters.text }) : heading}
    >
      <SearchPanel filters={nextFilters} onSearch={search} />
      <div className={styles.days}>{part && <part.TeachingDates filters={nextFilters} onSearch={search} />}</div>
      <SearchResults filters={filters} action={add} {...datedPart?.shelfForDates(add)} />
    </Page>
  );
}
