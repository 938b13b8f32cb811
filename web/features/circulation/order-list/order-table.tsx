import { Pencil } from "#web/ui/icons.tsx";
import { Link } from "#web/ui/router/router.tsx";
import type { OrderSummary } from "#contract/circulation.ts";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { DateText } from "#web/ui/data/date-text.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import { StatusBadge } from "#web/features/circulation/status/status-badge.tsx";
import { titlesInShort } from "./titles-in-short.ts";
import styles from "./order-table.module.css";

type OrderTableProps = {
  orders: readonly OrderSummary[];
  listHref: string;
};

/** Orders as dense rows; a row links to its order, the pencil to its form. */
export function OrderTable({ orders, listHref }: OrderTableProps) {
  return (
    <div className={styles.orders}>
      <Table
        caption="Orders, newest first"
        columns={columnsOf(listHref)}
        rows={orders}
        rowKey={({ orderId }) => orderId}
      />
    </div>
  );
}

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
        </div>
      ),
    },
    { head: "Titles", cell: ({ itemTitles }) => <span className={styles.titles}>{titlesInShort(itemTitles)}</span> },
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
