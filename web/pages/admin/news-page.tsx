import { useQuery } from "@tanstack/react-query";
import { AddNewsLink } from "#web/features/news/add-news-link.tsx";
import { newsFilters, staffNewsListQuery } from "#web/features/news/edit/staff-news-queries.ts";
import { NewsTable } from "#web/features/news/news-table.tsx";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { Newspaper } from "#web/ui/icons.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { useFilters } from "#web/ui/router/use-filters.ts";

export function AdminNewsPage() {
  const { filters } = useFilters(newsFilters);
  const isArchive = filters.shown === "archived";
  const other = isArchive ? (
    <ButtonLink to={newsFilters.path}>All news</ButtonLink>
  ) : (
    <ButtonLink to={newsFilters.href({ shown: "archived" })}>Archived</ButtonLink>
  );
  return (
    <Page
      heading={isArchive ? "Archived news" : "News"}
      actions={
        <>
          {other}
          <AddNewsLink />
        </>
      }
    >
      <Fetched
        query={useQuery(staffNewsListQuery(isArchive))}
        what="news"
        skeleton={<SkeletonRows count={6} height="2.75rem" />}
        empty={isArchive ? <NoneArchived /> : <NoNews />}
      >
        {(items) => <NewsTable items={items} isArchive={isArchive} />}
      </Fetched>
    </Page>
  );
}

function NoNews() {
  return (
    <EmptyState title="No news yet." icon={<Newspaper size={28} />} actions={<AddNewsLink />}>
      News you add here is public. The newest item is on the home page.
    </EmptyState>
  );
}

function NoneArchived() {
  return (
    <EmptyState title="No news is archived." icon={<Newspaper size={28} />}>
      A news item is archived on its page. Visitors don’t see it anymore.
    </EmptyState>
  );
}
