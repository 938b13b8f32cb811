import { useQuery } from "@tanstack/react-query";
import { useParams } from "#web/ui/router/router.tsx";
import { EditOrder } from "#web/features/circulation/edit-order/edit-order.tsx";
import { NextNewOrder } from "#web/features/circulation/order-details/next-new-order.tsx";
import { orderFilters, staffOrderQuery } from "#web/features/circulation/order-queries.ts";
import { OrderSkeleton } from "#web/features/circulation/order-skeleton.tsx";
import { StatusBadge } from "#web/features/circulation/status/status-badge.tsx";
import { AssignScanned } from "#web/features/labels/scan/scan-copies.tsx";
import { siteConfigurationQuery } from "#web/features/content/site-queries.ts";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { BackToList } from "#web/ui/navigation/back-to-list.tsx";
import { Page } from "#web/ui/layout/page.tsx";

/** admin/editorder/{id} */
export function AdminEditOrderPage() {
  const orderId = Number(useParams().id);
  const query = useQuery(staffOrderQuery(orderId));
  const loanDays = useQuery(siteConfigurationQuery).data?.loanDays;
  return (
    <Page
      heading={`Edit order #${orderId}`}
      back={<BackToList path={orderFilters.path}>Back to Orders</BackToList>}
      lead={query.data && <StatusBadge order={query.data} />}
      actions={<NextNewOrder orderId={orderId} />}
    >
      <Fetched query={query} what="order" skeleton={<OrderSkeleton />}>
        {(order) => (
          <EditOrder
            // the next order's form starts with its own values
            key={orderId}
            order={order}
            loanDays={loanDays}
            onReload={async () => (await query.refetch()).data}
            scan={(assign) => <AssignScanned assign={assign} />}
          />
        )}
      </Fetched>
    </Page>
  );
}
