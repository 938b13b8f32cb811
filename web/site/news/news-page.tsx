import { useLanguage } from "#web/language/use-language.ts";
import { useQuery } from "@tanstack/react-query";
import { AddNewsLink } from "#web/site/news/add-news-link.tsx";
import { NewsList } from "#web/site/news/news-list.tsx";
import { newsListQuery } from "#web/site/news/news-queries.ts";
import { useIsStaff } from "#web/lib/session.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { Page } from "#web/ui/layout/page.tsx";

export function NewsPage() {
  const { t, code } = useLanguage();
  return (
    <Page heading={t("News")} actions={useIsStaff() && <AddNewsLink />}>
      <Fetched
        query={useQuery(newsListQuery(code))}
        what={t("news")}
        skeleton={<SkeletonLines lines={8} />}
        empty={<EmptyState title={t("No news yet.")}>{t("Library news will appear here.")}</EmptyState>}
      >
        {(items) => <NewsList items={items} />}
      </Fetched>
    </Page>
  );
}
