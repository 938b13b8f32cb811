import { useLanguage } from "#web/language/use-language.ts";
import { messages } from "#contract/wire/specified-messages.ts";
import { useQuery } from "@tanstack/react-query";
import { QuickAdd } from "#web/orders/cart/quick-add.tsx";
import { recentItemsQuery } from "./catalog-queries.ts";
import { ItemShelf, ShelfSkeleton } from "./item/item-shelf.tsx";
import { BrowseBlocks } from "./search/browse-blocks.tsx";
import { SearchBox } from "./search/search-box.tsx";
import { Page, Stack } from "#web/ui/layout.tsx";
import { EmptyState } from "#web/ui/feedback/notices.tsx";
import { Fetched } from "#web/ui/feedback/loading.tsx";

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
      <section aria-labelledby="recent">
        <Stack>
          <h2 id="recent">{t("Recent Additions")}</h2>
          <Fetched
            query={useQuery(recentItemsQuery(4))}
            what={t("items")}
            skeleton={<ShelfSkeleton count={4} />}
            empty={<EmptyState title={t(messages.empty.recent)}>{t("New titles will appear here.")}</EmptyState>}
          >
            {(items) => <ItemShelf items={items} action={(item) => <QuickAdd item={item} />} />}
          </Fetched>
        </Stack>
      </section>
    </Page>
  );
}
