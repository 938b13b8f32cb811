import { useLanguage } from "#web/language/use-language.ts";
import { useDestination, useLocation, useNavigate } from "#web/ui/router/router.tsx";
import { QuickAdd } from "#web/features/cart/quick-add.tsx";
import { addressOfFilters, type Filters, filtersOfAddress, isSearch } from "#web/features/catalog/filters.ts";
import { SearchPanel } from "#web/features/catalog/search/search-panel.tsx";
import { SearchResults } from "#web/features/catalog/search/search-results.tsx";
import { Page } from "#web/ui/layout/page.tsx";

export function InventoriesPage() {
  const filters = filtersOfAddress(useLocation());
  // the choices are those of the address bar at once: Back may come before the list that it leaves
  const destination = useDestination();
  const chosen = isSearch(destination) ? filtersOfAddress(destination) : filters;
  const navigate = useNavigate();
  const { t } = useLanguage();
  const search = (next: Filters) => void navigate(addressOfFilters(next));
  return (
    <Page
      heading={t("Our Inventory")}
      documentTitle={filters.text ? t("“{text}” in our inventory", { text: filters.text }) : t("Our Inventory")}
    >
      <SearchPanel filters={chosen} onSearch={search} />
      <SearchResults filters={filters} action={(item) => <QuickAdd item={item} />} />
    </Page>
  );
}
