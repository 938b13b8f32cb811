import { useQuery } from "@tanstack/react-query";
import type { OrderSummary } from "#contract/orders/orders.ts";
import { type OrderFound, type OrderSort, type OrderWork, workRoles } from "#contract/desk/search.ts";
import { includesRole } from "#contract/people/roles.ts";
import { listedWorks, orderList, ordersToDo, searchOf, workQuery } from "./desk-queries.ts";
import { JustChanged, PhoneLink } from "./order-details/order-notices.tsx";
import { BulkActions, BulkOutcomes, useBulk } from "./bulk-actions.tsx";
import styles from "./order-list-page.module.css";
import { StatusBadge, TitleSummary } from "./order-parts.tsx";
import { statusesQuery } from "./order-queries.ts";
import { isWaiting } from "./status.ts";
import { statuses } from "#contract/catalog/codes.ts";
import { call } from "#web/lib/call.ts";
import { useMay, useSession } from "#web/lib/session.ts";
import { writingTo } from "#web/people/messages.ts";
import { ButtonLink } from "#web/ui/actions/button.tsx";
import { useFilters } from "#web/ui/navigation/links.tsx";
import { List, RowLink } from "#web/ui/data/list.tsx";
import type { Column } from "#web/ui/data/table.tsx";
import { PackageOpen, Pencil } from "#web/ui/icons.tsx";
import { Page } from "#web/ui/layout.tsx";
import { VisuallyHidden } from "#web/ui/accessibility.tsx";
import { Link, useLocation } from "#web/ui/router.tsx";
import { DateText } from "#web/lib/formats.tsx";

export function AdminOrderListPage() {
  const { act, busy, done } = useBulk();
  const isClerk = useMay("clerk");
  const { next } = useFilters(orderList);
  const allStatuses = useQuery(statusesQuery).data ?? [];
  return (
    <Page
      heading="Orders"
      actions={
        isClerk && next.work === "overdue" && <ButtonLink to={writingTo.href()}>Email overdue borrowers</ButtonLink>
      }
    >
      <JustChanged />
      <WorkLinks />
      <List
        of={orderList}
        name="orders"
        caption={({ sort }) => captions[sort]}
        columns={({ sort }) => columnsOf(sort)}
        rowKey="orderId"
        rowHeight="3.25rem"
        className={styles.orders}
        send="Sort"
        moreFilters="More filters"
        choices={() => ({
          statusId: [
            ...allStatuses.map(({ statusId: value, statusName }) => ({
              value,
              label: value === 0 ? "All" : statusName,
            })),
            ...(next.statusId === statuses.canceled ? [{ value: statuses.canceled, label: "Canceled" }] : []),
          ],
        })}
        above={(answer) => (
          <>
            {done && <BulkOutcomes done={done} act={act} busy={busy} />}
            {answer?.isMore && (
              <p>More than {answer.total.toLocaleString("en-US")} orders match. The CSV has all of them.</p>
            )}
          </>
        )}
        csv={isClerk ? (filters) => call("GET Desk/OrdersCsv", { query: searchOf(filters) }) : undefined}
        choose={{
          id: ({ orderId }) => orderId,
          name: ({ orderId }) => `order #${orderId}`,
          className: styles.choose,
          actions: (chosen, unmark, all) => <BulkActions {...{ chosen, unmark, all, act, busy }} />,
        }}
        empty="Orders appear here when borrowers check out."
        emptyIcon={<PackageOpen size={28} />}
        noMatch="No orders match."
      />
    </Page>
  );
}

/** Links to the orders that need each kind of work, with today's numbers. */
function WorkLinks() {
  const { next } = useFilters(orderList);
  const role = useSession()?.user.role;
  const counts = useQuery(workQuery).data?.orders;
  const countOf = (work: OrderWork) => counts?.find((entry) => entry.work === work)?.count;
  const mine = listedWorks.filter(({ value }) => role && includesRole(role, workRoles[value]));
  const links = [
    { to: "/admin/packing", label: "To pack", count: countOf("to-pack"), isCurrent: false },
    ...mine.map(({ value, label }) => ({
      to: ordersToDo(value),
      label,
      count: countOf(value),
      isCurrent: next.work === value,
    })),
    {
      to: orderList.href({ statusId: statuses.canceled }),
      label: "Canceled",
      count: undefined,
      isCurrent: next.statusId === statuses.canceled,
    },
  ];
  return (
    <nav aria-label="Orders by work">
      <ul className={styles.works}>
        {links.map(({ to, label, count, isCurrent }) => (
          <li key={label}>
            <Link to={to} className={styles.work} aria-current={isCurrent ? "true" : undefined}>
              {label} <b>{count}</b>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const captions: Record<OrderSort, string> = {
  newest: "Orders, newest first",
  oldest: "Orders, oldest first",
  due: "Orders, soonest due first",
  leaves: "Orders, soonest to ship first",
};

type DueOrShipDateProps = {
  order: Pick<OrderSummary, "returnDate" | "days" | "hasShipped" | "statusId">;
  sort: OrderSort;
};

function DueOrShipDate({ order: { returnDate, days, hasShipped, statusId }, sort }: DueOrShipDateProps) {
  const waits = isWaiting(statusId);
  const shipBy = waits && !hasShipped ? days?.shipBy : undefined;
  if (sort === "leaves" && waits && !days) return <span className={styles.whole}>Ships now</span>;
  return (
    <span className={styles.whole}>
      {shipBy && "Ships by "}
      <DateText value={shipBy ?? returnDate} inSentence={shipBy !== undefined} />
    </span>
  );
}

function columnsOf(sort: OrderSort): Column<OrderFound>[] {
  return [
    {
      head: "Order",
      names: true,
      className: styles.order,
      cell: ({ orderId }) => (
        <RowLink to={`/admin/orderdetails/${orderId}`}>
          <VisuallyHidden>Order </VisuallyHidden>#{orderId}
        </RowLink>
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
    {
      head: "Borrower",
      className: styles.for,
      cell: ({ borrower, phoneNumber }) => <Borrower of={borrower} phoneNumber={phoneNumber} />,
    },
    {
      head: "Titles",
      className: styles.what,
      cell: (order) => (
        <span className={styles.titles}>
          <TitleSummary of={order} />
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
      cell: (order) => <DueOrShipDate order={order} sort={sort} />,
    },
    {
      head: "Edit",
      headHidden: true,
      className: styles.change,
      cell: ({ orderId }) => <EditLink orderId={orderId} />,
    },
  ];
}

type BorrowerProps = { of: OrderSummary["borrower"]; phoneNumber: string | undefined };

function Borrower({ of, phoneNumber }: BorrowerProps) {
  return (
    <div className={styles.who}>
      <span className={styles.main}>{of.schoolName}</span>
      <span className={styles.side}>{of.borrowerName}</span>
      {phoneNumber !== undefined && (
        <span className={styles.whole}>
          <PhoneLink number={phoneNumber} />
        </span>
      )}
    </div>
  );
}

function EditLink({ orderId }: Pick<OrderSummary, "orderId">) {
  const { pathname, search } = useLocation();
  return (
    <Link to={`/admin/editorder/${orderId}`} state={{ from: pathname + search }} className={styles.edit}>
      <Pencil size={16} />
      Edit<VisuallyHidden> order #{orderId}</VisuallyHidden>
    </Link>
  );
}
