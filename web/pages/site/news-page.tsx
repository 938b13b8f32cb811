import { useLanguage } from "#web/language/use-language.ts";
import { useQuery } from "@tanstack/react-query";
import { AddNewsLink } from "#web/features/news/add-news-link.tsx";
import { NewsList } from "#web/features/news/news-list.tsx";
import { newsListQuery } from "#web/features/news/news-queries.ts";
import { useIsStaff } from "#web/lib/session.ts";
import { EmptyState, ErrorState } from "#web/ui/feedback/empty-state.tsx";
import { Awaiting, SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { Page } from "#web/ui/layout/page.tsx";

/** news */
export function NewsPage() {
  const { t } = useLanguage();
  return (
    <Page heading={t("News")} actions={useIsStaff() && <AddNewsLink />}>
      <News />
    </Page>
  );
}

function News() {
  const { t } = useLanguage();
  const { data, isError, refetch, isFetching } = useQuery(newsListQuery());
  if (isError && !data) return <ErrorState onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) {
    return (
      <Awaiting what={t("news")}>
        <SkeletonLines lines={8} />
      </Awaiting>
    );
  }
  if (data.length === 0)
    return <EmptyState title={t("No news yet.")}>{t("Library news will appear here.")}</EmptyState>;
  return <NewsList items={data} />;
}
