import { useQuery } from "@tanstack/react-query";
import { SearchBox } from "#web/features/catalogue/search/search-box.tsx";
import { NewsList } from "#web/features/news/news-list.tsx";
import { newsListQuery } from "#web/features/news/news-queries.ts";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { Row, Stack } from "#web/ui/layout/stack.tsx";

/** home */
export function HomePage() {
  return (
    <Page
      heading="Health education, on loan to every school"
      documentTitle="Home"
      lead="We lend books, video and audio to the staff of California’s education agencies. We ship at no charge; you pay the return, about $4–12."
    >
      <SearchBox label="Search the inventory" placeholder="Title, topic or SKU" />
      <Row>
        <ButtonLink to="/user/home" look="primary">
          Browse the inventory
        </ButtonLink>
        <ButtonLink to="/user/register">Register to borrow</ButtonLink>
      </Row>
      <section aria-labelledby="mission">
        <Stack gap="tight">
          <h2 id="mission">Our mission</h2>
          <p>Every student deserves accurate, engaging health education, and every teacher the materials to give it.</p>
        </Stack>
      </section>
      <LatestNews />
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
      </Stack>
    </section>
  );
}
