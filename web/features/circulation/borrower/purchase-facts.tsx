import type { Order } from "#contract/circulation.ts";
import { PostalAddress } from "#web/features/circulation/order-details/postal-address.tsx";
import { StatusBadge } from "#web/features/circulation/status/status-badge.tsx";
import { TrackingNumber } from "#web/features/circulation/tracking/tracking-number.tsx";
import { DateText } from "#web/ui/data/date-text.tsx";
import { DescriptionList } from "#web/ui/data/description-list.tsx";

/** An order's facts as its borrower sees them. */
export function PurchaseFacts({ order }: { order: Order }) {
  return (
    <DescriptionList
      items={[
        { term: "Purchase number", value: order.orderId },
        { term: "Status", value: <StatusBadge order={order} /> },
        { term: "Tracking number", value: <TrackingNumber value={order.trackingNumber} /> },
        { term: "Order date", value: <DateText value={order.orderDate} /> },
        { term: "Due back", value: <DateText value={order.returnDate} /> },
        { term: "Shipped to", value: <PostalAddress borrower={order.borrower} /> },
      ]}
    />
  );
}
