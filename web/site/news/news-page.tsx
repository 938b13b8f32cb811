import { useLanguage } from "#web/language/use-language.ts";
import { useQuery } from "@tanstack/react-query";
import { AddNewsLink, NewsList } from "./news-list.tsx";
import { useIsStaff } from "#web/lib/session.ts";
import { newsListQuery } from "#web/site/site-queries.ts";
import { EmptyState } from "#web/ui/feedback/notices.tsx";
import { Fetched, SkeletonLines } from "#web/ui/feedback/loading.tsx";
import { Page } from "#web/ui/layout.tsx";

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
