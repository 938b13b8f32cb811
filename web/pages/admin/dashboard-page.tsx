import { useQuery } from "@tanstack/react-query";
import { Link } from "#web/ui/router/router.tsx";
import type { Item } from "#contract/catalogue.ts";
import { messages } from "#contract/specified-messages.ts";
import { BorrowersCsv } from "#web/features/accounts/borrowers-csv.tsx";
import { auditHref } from "#web/features/audit/audit-filters.ts";
import { CategoryBadge } from "#web/features/catalogue/category-look.tsx";
import { recentItemsQuery } from "#web/features/catalogue/catalogue-queries.ts";
import { NewOrdersBox } from "#web/features/circulation/order-list/new-orders-box.tsx";
import { MailLink } from "#web/features/mail/mail-link.tsx";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { History, Pencil, Plus } from "#web/ui/icons.tsx";
import type { Column } from "#web/ui/data/table.tsx";
import { Table } from "#web/ui/data/table.tsx";
import { EmptyState, ErrorState } from "#web/ui/feedback/empty-state.tsx";
import { Awaiting, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import styles from "./dashboard-page.module.css";

const recentCount = 5;

/** admin/dashboard */
export function DashboardPage() {
  return (
    <Page
      heading="Dashboard"
      actions={
        <>
          <MailLink />
          <ButtonLink to="/admin/sitecontent" look="quiet" icon={<Pencil size={18} aria-hidden="true" />}>
            Site content
          </ButtonLink>
          <ButtonLink to={auditHref()} look="quiet" icon={<History size={18} aria-hidden="true" />}>
            Audit
          </ButtonLink>
        </>
      }
    >
      <div className={styles.boxes}>
        <NewOrdersBox />
        <BorrowersCsv />
      </div>
      <Stack>
        <Row apart>
          <h2>Recently Added Items</h2>
          <ButtonLink to="/admin/item/add" look="primary" icon={<Plus size={18} aria-hidden="true" />}>
            Add New
          </ButtonLink>
        </Row>
        <RecentItems />
      </Stack>
    </Page>
  );
}

const columns: Column<Item>[] = [
  {
    head: "Title",
    names: true,
    cell: ({ inventoryId, title }) => (
      <Link to={`/admin/viewitem/${inventoryId}`} data-row-link>
        {title}
      </Link>
    ),
  },
  { head: "SKU", cell: ({ referenceNumber }) => `#${referenceNumber}` },
  { head: "Category", cell: (item) => <CategoryBadge categoryId={item.categoryId} categoryName={item.categoryName} /> },
  { head: "Subject", cell: ({ subjectName }) => subjectName },
  { head: "In stock", number: true, cell: ({ inStock }) => inStock },
];

function RecentItems() {
  const { data, isError, isFetching, refetch } = useQuery(recentItemsQuery(recentCount));
  if (isError && !data) return <ErrorState onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) {
    return (
      <Awaiting what="recently added items">
        <Stack gap="tight">
          {Array.from({ length: 1 + recentCount }, (_, at) => (
            <Skeleton key={at} height="2.5rem" />
          ))}
        </Stack>
      </Awaiting>
    );
  }
  if (data.length === 0)
    return <EmptyState title={messages.empty.recent}>Titles you add appear here, newest first.</EmptyState>;
  return (
    <Table caption="Recently added items" columns={columns} rows={data} rowKey={({ inventoryId }) => inventoryId} />
  );
}
