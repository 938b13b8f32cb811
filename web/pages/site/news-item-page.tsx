import { useLanguage } from "#web/language/use-language.ts";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "#web/ui/router/router.tsx";
import { EditNewsLink } from "#web/features/news/add-news-link.tsx";
import { NewsArticle } from "#web/features/news/news-article.tsx";
import { newsItemQuery } from "#web/features/news/news-queries.ts";
import { useIsStaff } from "#web/lib/session.ts";
import { ErrorState } from "#web/ui/feedback/empty-state.tsx";
import { Awaiting, SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { BackLink } from "#web/ui/navigation/back-link.tsx";

/** news/{id} */
export function NewsItemPage() {
  const { id = "" } = useParams();
  const { t } = useLanguage();
  const { data: item, isError, refetch, isFetching } = useQuery(newsItemQuery(id));
  const isStaff = useIsStaff();
  const back = <BackLink to="/news">{t("All news")}</BackLink>;
  if (item) {
    return (
      <Page heading={item.title} headingLang="en" back={back} actions={isStaff && <EditNewsLink id={item.id} />}>
        <NewsArticle item={item} />
      </Page>
    );
  }
  return (
    <Page heading={t("News")} back={back}>
      {isError ? (
        <ErrorState onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Awaiting what={t("news item")}>
          <SkeletonLines lines={6} />
        </Awaiting>
      )}
    </Page>
  );
}
