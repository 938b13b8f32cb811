import { useLanguage } from "#web/language/use-language.ts";
import { useQuery } from "@tanstack/react-query";
import { quickAdd } from "#web/orders/cart/quick-add.tsx";
import { RecentAdditions } from "#web/catalog/recent-additions.tsx";
import { BrowseBlocks } from "#web/catalog/search/browse-blocks.tsx";
import { SearchBox } from "#web/catalog/search/search-box.tsx";
import { HealthyYouth, Mission, Testimonials } from "./parts/home-parts.tsx";
import { newsListQuery, pageContentQuery } from "./site-queries.ts";
import { NewsList } from "./news/news-list.tsx";
import { useSession } from "#web/lib/session.ts";
import styles from "./home-page.module.css";
import { langOf } from "./parts/paragraphs.tsx";
import { ButtonLink } from "#web/ui/actions/button.tsx";
import { Page, Stack } from "#web/ui/layout.tsx";
import { Link } from "#web/ui/router.tsx";

export function HomePage() {
  const { t, code } = useLanguage();
  // if it fails, the texts are missing, but the search works
  const { data } = useQuery({ ...pageContentQuery(code), meta: { background: true } });
  const isLoggedIn = useSession() !== null;
  return (
    <Page
      heading={data?.home.heading ?? t("Welcome")}
      headingLang={data && langOf(data.home, "heading")}
      documentTitle={t("Home")}
      lead={data && <span lang={langOf(data.home, "lead")}>{data.home.lead}</span>}
    >
      <SearchBox />
      <BrowseBlocks />
      <RecentAdditions action={quickAdd} />
      {data && (
        <>
          <HealthyYouth {...data.healthyYouth} />
          <Testimonials {...data.testimonials} />
        </>
      )}
      <div className={styles.columns}>
        {data && (
          <Stack>
            <Mission home={data.home} />
            {!isLoggedIn && (
              <p>
                <ButtonLink to="/user/register">{t("Create an account")}</ButtonLink>
              </p>
            )}
          </Stack>
        )}
        <LatestNews />
      </div>
    </Page>
  );
}

/** Shows the newest news item, or nothing if there is none or it can't load. */
function LatestNews() {
  const { t, code } = useLanguage();
  const { data = [] } = useQuery({ ...newsListQuery(code, 1), meta: { background: true } });
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="latest">
      <Stack>
        <h2 id="latest">{t("Latest news")}</h2>
        <NewsList items={data} heading="h3" />
        <p>
          <Link to="/news">{t("All news")}</Link>
        </p>
      </Stack>
    </section>
  );
}
