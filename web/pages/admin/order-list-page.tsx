import { useQuery } from "@tanstack/react-query";
import { PackageOpen, Pencil } from "#web/ui/icons.tsx";
import type { OrderSummary } from "#contract/circulation.ts";
import { messages } from "#contract/specified-messages.ts";
import { OrderFilterForm } from "#web/features/circulation/order-list/order-filter-form.tsx";
import { OrdersCsv } from "#web/features/circulation/order-list/orders-csv.tsx";
import {
  orderFilters,
  orderListQuery,
  orderPageSize,
  troubleWithOrders,
} from "#web/features/circulation/order-queries.ts";
import { JustReturned } from "#web/features/circulation/returns/undo-returned.tsx";
import { TitlesInShort } from "#web/features/circulation/titles-in-short.tsx";
import { UnconfirmedBadge } from "#web/features/circulation/status/unconfirmed-badge.tsx";
import { StatusBadge } from "#web/features/circulation/status/status-badge.tsx";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { DateText } from "#web/ui/data/date-text.tsx";
import { PagedList } from "#web/ui/data/paged-list.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import { Link } from "#web/ui/router/router.tsx";
import { useFilters } from "#web/ui/router/use-filters.ts";
import styles from "./order-list-page.module.css";

export function AdminOrderListPage() {
  const { filters, next, show } = useFilters(orderFilters);
  const orders = useQuery(orderListQuery(filters));
  const isNarrowed = orderFilters.isNarrowed(filters);
  const empty = (
    <EmptyState
      title={messages.empty.pager}
      icon={<PackageOpen size={28} />}
      actions={isNarrowed && <ButtonLink to={orderFilters.path}>Show all orders</ButtonLink>}
    >
      {isNarrowed ? "No orders match." : "Orders appear here when borrowers check out."}
    </EmptyState>
  );
  return (
    <Page heading="Orders" actions={!troubleWithOrders(filters) && <OrdersCsv filters={filters} />}>
      <Stack>
        <JustReturned />
        <OrderFilterForm key={orderFilters.keyOf(filters)} filters={filters} onSort={show} />
        {!troubleWithOrders(filters) && (
          <PagedList
            query={orders}
            what="orders"
            page={filters.page}
            pageSize={orderPageSize}
            rowHeight="3.25rem"
            label="Pages of orders"
            hrefFor={(page) => orderFilters.href({ ...next, page })}
            empty={empty}
          >
            {({ data, total, isMore }) => (
              <div className={styles.orders}>
                {isMore && <p>More than {total.toLocaleString("en-US")} orders match. The CSV has all of them.</p>}
                <ButtonLink
                  to={`/admin/packing?orders=${data.map(({ orderId }) => orderId).join(",")}`}
                  look="quiet"
                  icon={<PackageOpen size={18} />}
                >
                  Print for these orders
                </ButtonLink>
                <Table
                  caption={captions[filters.sort]}
                  columns={columnsOf(orderFilters.href(filters))}
                  rows={data}
                  rowKey={({ orderId }) => orderId}
                />
              </div>
            )}
          </PagedList>
        )}
      </Stack>
    </Page>
  );
}

const captions = {
  newest: "Orders, newest first",
  oldest: "Orders, oldest first",
  due: "Orders, due soonest first",
};

/** Dense rows; a row links to its order, the pencil to its form. */
function columnsOf(listHref: string): Column<OrderSummary>[] {
  const state = { from: listHref };
  return [
    {
      head: "Order",
      names: true,
      cell: ({ orderId }) => (
        <Link to={`/admin/orderdetails/${orderId}`} state={state} data-row-link>
          <VisuallyHidden>Order </VisuallyHidden>#{orderId}
        </Link>
      ),
    },
    {
      head: "Ordered",
      cell: ({ orderDate }) => (
        <span className={styles.day}>
          <DateText value={orderDate} />
        </span>
      ),
    },
    {
      head: "For",
      cell: ({ borrower }) => (
        <div className={styles.who}>
          <span className={styles.main}>{borrower.schoolName}</span>
          <span className={styles.side}>{borrower.borrowerName}</span>
          {!borrower.isMailboxConfirmed && <UnconfirmedBadge />}
        </div>
      ),
    },
    {
      head: "Titles",
      cell: (order) => (
        <span className={styles.titles}>
          <TitlesInShort of={order} />
        </span>
      ),
    },
    { head: "Items", number: true, cell: ({ itemCount }) => itemCount },
    {
      head: "Status",
      cell: (order) => (
        <div className={styles.status}>
          <StatusBadge order={order} />
        </div>
      ),
    },
    {
      head: "Due",
      cell: ({ returnDate }) => (
        <span className={styles.day}>
          <DateText value={returnDate} />
        </span>
      ),
    },
    {
      head: "Edit",
      headHidden: true,
      cell: ({ orderId }) => (
        <Link to={`/admin/editorder/${orderId}`} state={state} className={styles.edit}>
          <Pencil size={16} />
          Edit<VisuallyHidden> order #{orderId}</VisuallyHidden>
        </Link>
      ),
    },
  ];
}
