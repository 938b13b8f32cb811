import { useQuery } from "@tanstack/react-query";
import { AddNewsLink } from "#web/features/news/add-news-link.tsx";
import { staffNewsListQuery } from "#web/features/news/edit/staff-news-queries.ts";
import { NewsTable } from "#web/features/news/news-table.tsx";
import { Newspaper } from "#web/ui/icons.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { Page } from "#web/ui/layout/page.tsx";

export function AdminNewsPage() {
  return (
    <Page heading="News" actions={<AddNewsLink />}>
      <Fetched
        query={useQuery(staffNewsListQuery)}
        what="news"
        skeleton={<SkeletonRows count={6} height="2.75rem" />}
        empty={
          <EmptyState title="No news yet." icon={<Newspaper size={28} />} actions={<AddNewsLink />}>
            News you add here is public. The newest item is on the home page.
          </EmptyState>
        }
      >
        {(items) => <NewsTable items={items} />}
      </Fetched>
    </Page>
  );
}
