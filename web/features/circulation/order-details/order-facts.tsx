import type { StaffOrder } from "#contract/circulation.ts";
import { StatusBadge } from "#web/features/circulation/status/status-badge.tsx";
import { TrackingNumber } from "#web/features/circulation/tracking/tracking-number.tsx";
import { DateText } from "#web/ui/data/date-text.tsx";
import { DescriptionList } from "#web/ui/data/description-list.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { PostalAddress } from "./postal-address.tsx";
import styles from "./order-facts.module.css";

/** An order's status and recipient. */
export function OrderFacts({ order }: { order: StaffOrder }) {
  const { borrower } = order;
  return (
    <div className={styles.pair}>
      <Card heading="Order">
        <DescriptionList
          items={[
            { term: "Status", value: <StatusBadge order={order} /> },
            { term: "Ordered", value: <DateText value={order.orderDate} /> },
            { term: "Shipped", value: <DateText value={order.shipDate} /> },
            { term: "Due back", value: <DateText value={order.returnDate} /> },
            { term: "Tracking number", value: <TrackingNumber value={order.trackingNumber} /> },
            { term: "Last changed by", value: order.changedByName },
          ]}
        />
      </Card>
      <Card heading="Borrower">
        <DescriptionList
          items={[
            { term: "Ship to", value: <PostalAddress borrower={borrower} /> },
            { term: "School district", value: borrower.schoolDistrict },
            {
              term: "Email",
              value: borrower.emailAddress && <a href={`mailto:${borrower.emailAddress}`}>{borrower.emailAddress}</a>,
            },
            {
              term: "Phone",
              value: borrower.phoneNumber && (
                <a href={`tel:${borrower.phoneNumber.replace(/[^\d+]/g, "")}`}>{borrower.phoneNumber}</a>
              ),
            },
          ]}
        />
      </Card>
    </div>
  );
}
