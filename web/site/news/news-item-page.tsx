import { useLanguage } from "#web/language/use-language.ts";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "#web/ui/router/router.tsx";
import { EditNewsLink } from "#web/site/news/add-news-link.tsx";
import { NewsArticle } from "#web/site/news/news-article.tsx";
import { newsItemQuery } from "#web/site/news/news-queries.ts";
import { useIsStaff } from "#web/lib/session.ts";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { BackLink } from "#web/ui/navigation/back-link.tsx";

export function NewsItemPage() {
  const { id = "" } = useParams();
  const { t, code } = useLanguage();
  const query = useQuery(newsItemQuery(id, code));
  const isStaff = useIsStaff();
  const { title, language, id: itemId } = query.data ?? {};
  return (
    <Page
      heading={title ?? t("News")}
      headingLang={language}
      back={<BackLink to="/news">{t("All news")}</BackLink>}
      actions={isStaff && itemId !== undefined && <EditNewsLink id={itemId} />}
    >
      <Fetched query={query} what={t("news item")} skeleton={<SkeletonLines lines={6} />}>
        {(item) => <NewsArticle item={item} />}
      </Fetched>
    </Page>
  );
}
