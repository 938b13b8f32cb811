import { messages } from "#contract/wire/specified-messages.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { Fetched } from "#web/ui/feedback/loading.tsx";
import { EmptyState } from "#web/ui/feedback/notices.tsx";
import { Stack } from "#web/ui/layout.tsx";
import type { Item } from "#contract/catalog/catalog.ts";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { recentItemsQuery } from "./catalog-queries.ts";
import { ItemShelf, ShelfSkeleton } from "./item/item-shelf.tsx";

export function RecentAdditions({ action }: { action: (item: Item) => ReactNode }) {
  const { t } = useLanguage();
  return (
    <section aria-labelledby="recent">
      <Stack>
        <h2 id="recent">{t("Recent Additions")}</h2>
        <Fetched
          query={useQuery(recentItemsQuery(4))}
          what={t("items")}
          skeleton={<ShelfSkeleton count={4} />}
          empty={<EmptyState title={t(messages.empty.recent)}>{t("New titles will appear here.")}</EmptyState>}
        >
          {(items) => <ItemShelf items={items} action={action} />}
        </Fetched>
      </Stack>
    </section>
  );
}
