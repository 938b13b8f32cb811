import { useLanguage } from "#web/language/use-language.ts";
import { useLocation, useNavigate } from "#web/ui/router/router.tsx";
import { QuickAdd } from "#web/features/cart/quick-add.tsx";
import { addressOfFilters, type Filters, filtersOfAddress } from "#web/features/catalog/filters.ts";
import { SearchPanel } from "#web/features/catalog/search/search-panel.tsx";
import { SearchResults } from "#web/features/catalog/search/search-results.tsx";
import { Page } from "#web/ui/layout/page.tsx";

export function InventoriesPage() {
  const filters = filtersOfAddress(useLocation());
  const navigate = useNavigate();
  const { t } = useLanguage();
  const search = (next: Filters, by: "button" | "choice") =>
    void navigate(addressOfFilters(next), { replace: by === "choice" });
  return (
    <Page
      heading={t("Our Inventory")}
      documentTitle={filters.text ? t("“{text}” in our inventory", { text: filters.text }) : t("Our Inventory")}
    >
      <SearchPanel filters={filters} onSearch={search} />
      <SearchResults filters={filters} action={(item) => <QuickAdd item={item} />} />
    </Page>
  );
}
