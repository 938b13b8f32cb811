import { useQuery } from "@tanstack/react-query";
import { AddNewsLink } from "#web/features/news/add-news-link.tsx";
import { staffNewsListQuery } from "#web/features/news/news-queries.ts";
import { NewsTable } from "#web/features/news/news-table.tsx";
import { Newspaper } from "#web/ui/icons.tsx";
import { EmptyState, ErrorState } from "#web/ui/feedback/empty-state.tsx";
import { Awaiting, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";

/** admin/news */
export function AdminNewsPage() {
  return (
    <Page heading="News" actions={<AddNewsLink />}>
      <News />
    </Page>
  );
}

function News() {
  const { data, isError, isFetching, refetch } = useQuery(staffNewsListQuery);
  if (isError && !data) return <ErrorState onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) {
    return (
      <Awaiting what="news">
        <Stack gap="tight">
          {Array.from({ length: 6 }, (_, at) => (
            <Skeleton key={at} height="2.75rem" />
          ))}
        </Stack>
      </Awaiting>
    );
  }
  if (data.length === 0) {
    return (
      <EmptyState title="No news yet." icon={<Newspaper size={28} />} actions={<AddNewsLink />}>
        News you add here is public. The newest item is on the home page.
      </EmptyState>
    );
  }
  return <NewsTable items={data} />;
}
