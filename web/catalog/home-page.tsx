import { useLanguage } from "#web/language/use-language.ts";
import { quickAdd } from "#web/orders/cart/quick-add.tsx";
import { RecentAdditions } from "./recent-additions.tsx";
import { BrowseBlocks } from "./search/browse-blocks.tsx";
import { SearchBox } from "./search/search-box.tsx";
import { Page } from "#web/ui/layout.tsx";

export function UserHomePage() {
  const { t } = useLanguage();
  return (
    <Page
      heading={t("Find it, borrow it, teach with it")}
      documentTitle={t("Inventory home")}
      lead={t("Books, videos, and audio for health education, on loan to California schools for free.")}
    >
      <SearchBox />
      <BrowseBlocks />
      <RecentAdditions action={quickAdd} />
    </Page>
  );
}
