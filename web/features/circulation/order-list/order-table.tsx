import type { OrderSummary } from "#contract/circulation.ts";
import { statuses } from "#contract/codes.ts";
import type { OrderSort } from "#contract/desk/search.ts";
import type { Marked } from "#web/ui/marking/use-marked.ts";
import { DateText } from "#web/ui/data/date-text.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { CheckboxField } from "#web/ui/forms/checkbox-field.tsx";
import { Pencil } from "#web/ui/icons.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import { Link } from "#web/ui/router/router.tsx";
import { StatusBadge } from "../status/status-badge.tsx";
import { UnconfirmedBadge } from "../status/unconfirmed-badge.tsx";
import { TitlesInShort } from "../titles-in-short.tsx";
import styles from "./order-table.module.css";

type OrderTableProps = {
  orders: readonly OrderSummary[];
  sort: OrderSort;
  /** The address of the list, which an order's page leads back to. */
  listHref: string;
  choice: Marked;
};

const captions = {
  newest: "Orders, newest first",
  oldest: "Orders, oldest first",
  due: "Orders, due soonest first",
  leaves: "Orders, leaves soonest first",
};

/** Dense rows; a row links to its order, the pencil to its form, and its checkbox chooses it. */
export function OrderTable({ orders, sort, listHref, choice }: OrderTableProps) {
  return (
    <div className={styles.orders}>
      <Table
        caption={captions[sort]}
        columns={columnsOf(listHref, choice, sort)}
        rows={orders}
        rowKey={({ orderId }) => orderId}
      />
    </div>
  );
}

type DueOrLeavingProps = {
  order: Pick<OrderSummary, "returnDate" | "days" | "hasShipped" | "statusId">;
  sort: OrderSort;
};

/** When it is due; of an order by teaching days that waits, when it leaves. Sorted by that, one for now says so, too. */
function DueOrLeaving({ order: { returnDate, days, hasShipped, statusId }, sort }: DueOrLeavingProps) {
  const waits = statusId === statuses.new || statusId === statuses.processing;
  const leaves = waits && !hasShipped ? days?.leavesBy : undefined;
  if (sort === "leaves" && waits && !days) return <span className={styles.whole}>Leaves now</span>;
  return (
    <span className={styles.whole}>
      {leaves && "Leaves by "}
      <DateText value={leaves ?? returnDate} inSentence={leaves !== undefined} />
    </span>
  );
}

function columnsOf(listHref: string, { marked, mark }: Marked, sort: OrderSort): Column<OrderSummary>[] {
  const state = { from: listHref };
  return [
    {
      head: "Choose",
      headHidden: true,
      className: styles.choose,
      cell: ({ orderId }) => (
        <CheckboxField
          label={<VisuallyHidden>Choose order #{orderId}</VisuallyHidden>}
          checked={marked.has(orderId)}
          onChange={({ target }) => mark([orderId], target.checked)}
        />
      ),
    },
    {
      head: "Order",
      names: true,
      className: styles.order,
      cell: ({ orderId }) => (
        <Link to={`/admin/orderdetails/${orderId}`} state={state} data-row-link>
          <VisuallyHidden>Order </VisuallyHidden>#{orderId}
        </Link>
      ),
    },
    {
      head: "Ordered",
      className: styles.day,
      cell: ({ orderDate }) => (
        <span className={styles.whole}>
          <DateText value={orderDate} />
        </span>
      ),
    },
    { head: "For", className: styles.for, cell: ({ borrower }) => <Reader of={borrower} /> },
    {
      head: "Titles",
      className: styles.what,
      cell: (order) => (
        <span className={styles.titles}>
          <TitlesInShort of={order} />
        </span>
      ),
    },
    { head: "Items", number: true, className: styles.count, cell: ({ itemCount }) => itemCount },
    {
      head: "Status",
      className: styles.state,
      cell: (order) => (
        <div className={styles.status}>
          <StatusBadge order={order} />
        </div>
      ),
    },
    {
      head: "Due",
      className: styles.due,
      cell: (order) => <DueOrLeaving order={order} sort={sort} />,
    },
    {
      head: "Edit",
      headHidden: true,
      className: styles.change,
      cell: ({ orderId }) => (
        <Link to={`/admin/editorder/${orderId}`} state={state} className={styles.edit}>
          <Pencil size={16} />
          Edit<VisuallyHidden> order #{orderId}</VisuallyHidden>
        </Link>
      ),
    },
  ];
}

function Reader({ of }: { of: OrderSummary["borrower"] }) {
  return (
    <div className={styles.who}>
      <span className={styles.main}>{of.schoolName}</span>
      <span className={styles.side}>{of.borrowerName}</span>
      {!of.isMailboxConfirmed && <UnconfirmedBadge />}
    </div>
  );
}
