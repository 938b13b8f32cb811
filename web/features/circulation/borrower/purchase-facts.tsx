import { useLanguage } from "#web/language/use-language.ts";
import type { Order } from "#contract/circulation.ts";
import { PostalAddress } from "#web/features/circulation/order-details/postal-address.tsx";
import { StatusBadge } from "#web/features/circulation/status/status-badge.tsx";
import { TrackingNumber } from "#web/features/circulation/tracking/tracking-number.tsx";
import { DateText } from "#web/ui/data/date-text.tsx";
import { DescriptionList } from "#web/ui/data/description-list.tsx";

/** An order's facts for its borrower. */
export function PurchaseFacts({ order }: { order: Order }) {
  const { t } = useLanguage();
  return (
    <DescriptionList
      items={[
        { term: t("Purchase number"), value: order.orderId },
        { term: t("Status"), value: <StatusBadge order={order} /> },
        { term: t("Tracking number"), value: <TrackingNumber value={order.trackingNumber} /> },
        { term: t("Order date"), value: <DateText value={order.orderDate} /> },
        { term: t("Due back"), value: <DateText value={order.returnDate} /> },
        { term: t("Shipped to"), value: <PostalAddress borrower={order.borrower} /> },
      ]}
    />
  );
}
