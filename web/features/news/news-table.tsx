import type { ListedNewsItem } from "#contract/news.ts";
import { Link } from "#web/ui/router/router.tsx";
import { DateText } from "#web/ui/data/date-text.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";

type NewsTableProps = { items: readonly ListedNewsItem[]; isArchive?: boolean };

/** News as rows that lead to their forms; an archived item has no public page. */
export function NewsTable({ items, isArchive = false }: NewsTableProps) {
  return (
    <Table
      caption={isArchive ? "Archived news, newest first" : "News, newest first"}
      columns={columns.filter(({ head }) => !isArchive || head !== "View")}
      rows={items}
      rowKey={({ id }) => id}
    />
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
