import type { StaffOrder } from "#contract/circulation.ts";
import { PostalAddress } from "#web/features/circulation/order-details/postal-address.tsx";
import { DateText } from "#web/ui/data/date-text.tsx";
import { DescriptionList } from "#web/ui/data/description-list.tsx";
import { Card } from "#web/ui/layout/card.tsx";

/** The information needed while packing. */
export function ShipTo({ order }: { order: StaffOrder }) {
  return (
    <Card heading="Ship to">
      <DescriptionList
        items={[
          { term: "Address", value: <PostalAddress borrower={order.borrower} /> },
          { term: "Phone", value: order.borrower.phoneNumber },
          { term: "Ordered", value: <DateText value={order.orderDate} /> },
        ]}
      />
    </Card>
  );
}
