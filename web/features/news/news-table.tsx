import type { NewsItem } from "#contract/news.ts";
import { Link } from "#web/ui/router/router.tsx";
import { DateText } from "#web/ui/data/date-text.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";

export function NewsTable({ items }: { items: readonly NewsItem[] }) {
  return <Table caption="News, newest first" columns={columns} rows={items} rowKey={({ id }) => id} />;
}

const columns: Column<NewsItem>[] = [
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
