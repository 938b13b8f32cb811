import { OrderList } from "#web/features/circulation/order-list/order-list.tsx";
import { Page } from "#web/ui/layout/page.tsx";

/** admin/orderlist */
export function AdminOrderListPage() {
  return (
    <Page heading="Orders">
      <OrderList />
    </Page>
  );
}
