import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { BrowseBlocks } from "#web/features/catalogue/search/browse-blocks.tsx";
import { SearchBox } from "#web/features/catalogue/search/search-box.tsx";
import { NewsList } from "#web/features/news/news-list.tsx";
import { newsListQuery } from "#web/features/news/news-queries.ts";
import { useSession } from "#web/lib/session.ts";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import styles from "./home-page.module.css";

/** home */
export function HomePage() {
  const isLoggedIn = useSession() !== null;
  return (
    <Page
      heading="Health education, on loan to every school"
      documentTitle="Home"
      lead="We lend books, video and audio to the staff of California’s education agencies. We ship at no charge; you pay the return, roughly $4-12."
    >
      <SearchBox label="Search the inventory" placeholder="Title, topic or SKU" />
      <section aria-label="Browse by kind">
        <BrowseBlocks />
      </section>
      <div className={styles.columns}>
        <section aria-labelledby="mission" className={styles.mission}>
          <h2 id="mission">Our mission</h2>
          <p>Every student deserves accurate, engaging health education, and every teacher the materials to give it.</p>
          <h2 id="how">How borrowing works</h2>
          <ol>
            <li>Find what you need and add it to your cart.</li>
            <li>Log in and proceed. We ship to your school; allow 3-5 business days.</li>
            <li>Teach with it, and send it back by the return date.</li>
          </ol>
          {!isLoggedIn && (
            <p>
              <ButtonLink to="/user/register">Create an account</ButtonLink>
            </p>
          )}
        </section>
        <LatestNews />
      </div>
    </Page>
  );
}

/** The newest news item; while there is none, or it cannot be had, the page does without. */
function LatestNews() {
  const { data = [] } = useQuery({ ...newsListQuery(1), meta: { background: true } });
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="latest">
      <Stack>
        <h2 id="latest">Latest news</h2>
        <NewsList items={data} heading="h3" />
        <p>
          <Link to="/news">All news</Link>
        </p>
      </Stack>
    </section>
  );
}
