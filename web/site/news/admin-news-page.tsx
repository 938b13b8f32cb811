import { useFilters } from "#web/ui/navigation/links.tsx";
import { VisuallyHidden } from "#web/ui/accessibility.tsx";
import { Page } from "#web/ui/layout.tsx";
import { Link } from "#web/ui/router.tsx";
import { Fetched, SkeletonRows } from "#web/ui/feedback/loading.tsx";
import { EmptyState } from "#web/ui/feedback/notices.tsx";
import { DateText } from "#web/lib/formats.tsx";
import { useQuery } from "@tanstack/react-query";
import { Newspaper } from "#web/ui/icons.tsx";
import type { ListedNewsItem } from "#contract/site/news.ts";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { ButtonLink } from "#web/ui/actions/button.tsx";
import { newsFilters, staffNewsListQuery } from "#web/site/staff-site-queries.ts";
import { AddNewsLink } from "./news-list.tsx";

export function AdminNewsPage() {
  const { filters } = useFilters(newsFilters);
  const isArchive = filters.shown === "archived";
  const otherList = isArchive ? (
    <ButtonLink to={newsFilters.path}>All news</ButtonLink>
  ) : (
    <ButtonLink to={newsFilters.href({ shown: "archived" })}>Archived</ButtonLink>
  );
  return (
    <Page
      heading={isArchive ? "Archived news" : "News"}
      actions={
        <>
          {otherList}
          <AddNewsLink />
        </>
      }
    >
      <Fetched
        query={useQuery(staffNewsListQuery(isArchive))}
        what="news"
        skeleton={<SkeletonRows count={6} height="2.75rem" />}
        empty={
          isArchive ? (
            <EmptyState title="No archived news." icon={<Newspaper size={28} />}>
              To archive a news item, open it and select Archive. Visitors won’t see it anymore.
            </EmptyState>
          ) : (
            <EmptyState title="No news yet." icon={<Newspaper size={28} />} actions={<AddNewsLink />}>
              News you add here is public. The newest item is on the home page.
            </EmptyState>
          )
        }
      >
        {(items) => (
          <Table
            caption={isArchive ? "Archived news, newest first" : "News, newest first"}
            columns={columns.filter(({ head }) => !isArchive || head !== "View")}
            rows={items}
            rowKey="id"
          />
        )}
      </Fetched>
    </Page>
  );
}

const columns: Column<ListedNewsItem>[] = [
  {
    head: "Title",
    names: true,
    cell: ({ id, title }) => (
      <Link to={`/admin/editnews/${id}`} data-row-link>
        {title}
      </Link>
    ),
  },
  { head: "Published", cell: ({ publishedDay }) => <DateText value={publishedDay} /> },
  { head: "Spanish", cell: ({ titleInSpanish }) => (titleInSpanish ? "Yes" : "No") },
  { head: "Picture", cell: ({ attachment }) => (attachment ? "Yes" : "No") },
  {
    head: "View",
    headHidden: true,
    cell: ({ id, title }) => (
      <Link to={`/news/${id}`}>
        View<VisuallyHidden> {title}</VisuallyHidden>
      </Link>
    ),
  },
];
