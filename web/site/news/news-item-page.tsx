import { useLanguage } from "#web/language/use-language.ts";
import { useQuery } from "@tanstack/react-query";
import { NewsArticle } from "./news-article.tsx";
import { useIsStaff } from "#web/lib/session.ts";
import { newsItemQuery } from "#web/site/site-queries.ts";
import { EditNewsLink } from "./news-list.tsx";
import { useParams } from "#web/ui/router.tsx";
import { Fetched, SkeletonLines } from "#web/ui/feedback/loading.tsx";
import { Page } from "#web/ui/layout.tsx";
import { BackLink } from "#web/ui/navigation/links.tsx";

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
