import { OpenCasesNote } from "#web/features/circulation/cases/open-cases-note.tsx";
import type { ReactNode } from "react";
import type { StaffOrder } from "#contract/circulation.ts";
import type { StartConfiguration } from "#contract/content.ts";
import type { CopyToPick } from "#contract/desk/parcel/pick-list.ts";
import { missingCopies } from "#web/features/circulation/edit-order/order-form-values.ts";
import { StatusBadge } from "#web/features/circulation/status/status-badge.tsx";
import { useMarked } from "#web/ui/marking/use-marked.ts";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { CheckboxField } from "#web/ui/forms/checkbox-field.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import { Link } from "#web/ui/router/router.tsx";
import styles from "./packing.module.css";
import { type ShiftOf, usePapers } from "./use-papers.tsx";

type PackOrdersProps = {
  orders: readonly StaffOrder[];
  copies: readonly CopyToPick[];
  configuration: StartConfiguration | undefined;
  shiftOf: ShiftOf;
};

/** Orders to pack: all of them chosen at first, and what to print for the chosen ones. */
export function PackOrders({ orders, copies, configuration, shiftOf }: PackOrdersProps) {
  const { marked: left, mark: leave } = useMarked();
  const chosen = orders.filter(({ orderId }) => !left.has(orderId));
  const { paper, choices } = usePapers(chosen, { copies, configuration, shiftOf });
  return (
    <>
      {paper}
      <div data-screen-only={paper ? true : undefined}>
        <Stack>
          {configuration?.content.contact.postalAddress === "" && <NoAddress />}
          <Card heading={`Print for ${chosen.length === 1 ? "1 order" : `${chosen.length} orders`}`}>{choices}</Card>
          <Card heading="Orders, the oldest first">
            <ul className={styles.orders} aria-label="Orders to pack">
              {orders.map((order) => (
                <OrderToPack key={order.orderId} order={order}>
                  <CheckboxField
                    label={`Order #${order.orderId}, ${order.borrower.schoolName}`}
                    hint={`${order.borrower.borrowerName}. ${missingInWords(order)}`}
                    checked={!left.has(order.orderId)}
                    onChange={({ target }) => leave([order.orderId], !target.checked)}
                  />
                </OrderToPack>
              ))}
            </ul>
          </Card>
        </Stack>
      </div>
    </>
  );
}

function OrderToPack({ order, children }: { order: StaffOrder; children: ReactNode }) {
  return (
    <li className={styles.order}>
      {children}
      <Row>
        <StatusBadge order={order} />
        <Link to={`/admin/editorder/${order.orderId}`}>Pack order #{order.orderId}</Link>
        <OpenCasesNote of={order} />
      </Row>
    </li>
  );
}

function NoAddress() {
  return (
    <Alert tone="warning" title="The library’s postal address is missing">
      Slips and return labels need it. Enter it at <Link to="/admin/sitecontent/contact">Site content</Link>.
    </Alert>
  );
}

function missingInWords(order: StaffOrder): string {
  const missing = missingCopies(order);
  if (missing === 0) return "Everything is checked out.";
  return missing === 1 ? "1 copy to check out." : `${missing} copies to check out.`;
}
