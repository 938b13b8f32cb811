import type { OrderSummary } from "#contract/orders/orders.ts";
import { incompleteOrders, reportedOrders } from "#web/orders/desk-queries.ts";
import { StatusBadge, TitleSummary } from "#web/orders/order-parts.tsx";
import { List, RowLink } from "#web/ui/data/list.tsx";
import type { Column } from "#web/ui/data/table.tsx";
import { CircleCheck } from "#web/ui/icons.tsx";
import { VisuallyHidden } from "#web/ui/accessibility.tsx";
import { DateText } from "#web/lib/formats.tsx";
import { ProblemFrame } from "./problem-frame.tsx";

export function ReportedOrdersPage() {
  return (
    <ProblemFrame tab="reported" lead="Orders with problems that borrowers reported, oldest first.">
      <List
        of={reportedOrders}
        name="orders"
        caption="Orders with reported problems, oldest first"
        columns={columns}
        rowKey="orderId"
        emptyTitle="No reported problems."
        empty="Orders appear here when a borrower reports a problem, until you mark it resolved."
        emptyIcon={<CircleCheck size={28} />}
      />
    </ProblemFrame>
  );
}

export function IncompleteOrdersPage() {
  return (
    <ProblemFrame tab="incomplete" lead="Orders with only some of their copies back. Ask the borrower for the rest.">
      <List
        of={incompleteOrders}
        name="orders"
        caption="Incomplete orders, soonest due first"
        columns={columns}
        rowKey="orderId"
        emptyTitle="No incomplete returns."
        empty="Orders appear here when some of their copies are back and others are still out."
        emptyIcon={<CircleCheck size={28} />}
      />
    </ProblemFrame>
  );
}

const columns: Column<OrderSummary>[] = [
  {
    head: "Order",
    names: true,
    whole: true,
    cell: ({ orderId }) => (
      <RowLink to={`/admin/orderdetails/${orderId}`}>
        <VisuallyHidden>Order </VisuallyHidden>#{orderId}
      </RowLink>
    ),
  },
  { head: "School", cell: ({ borrower }) => borrower.schoolName },
  { head: "Borrower", cell: ({ borrower }) => borrower.borrowerName },
  { head: "Titles", cell: (order) => <TitleSummary of={order} /> },
  { head: "Status", cell: (order) => <StatusBadge order={order} /> },
  { head: "Due", cell: ({ returnDate }) => <DateText value={returnDate} /> },
];
