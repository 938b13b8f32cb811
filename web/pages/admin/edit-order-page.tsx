import { useQuery } from "@tanstack/react-query";
import { Navigate, useParams } from "#web/ui/router/router.tsx";
import { EditOrder } from "#web/features/circulation/edit-order/edit-order.tsx";
import { NextNewOrder } from "#web/features/circulation/order-details/next-new-order.tsx";
import { BackToOrders } from "#web/features/circulation/order-list/back-to-orders.tsx";
import { staffOrderQuery } from "#web/features/circulation/order-queries.ts";
import { OrderSkeleton } from "#web/features/circulation/order-skeleton.tsx";
import { routeId } from "#web/lib/route-id.ts";
import { StatusBadge } from "#web/features/circulation/status/status-badge.tsx";
import { AssignScanned } from "#web/features/labels/scan/assign-scanned.tsx";
import { siteConfigurationQuery } from "#web/features/content/site-queries.ts";
import { ErrorState } from "#web/ui/feedback/empty-state.tsx";
import { Page } from "#web/ui/layout/page.tsx";

/** admin/editorder/{id} */
export function AdminEditOrderPage() {
  const orderId = routeId(useParams().id);
  // why the key: the next order's form starts with the next order's values
  return orderId === undefined ? <Navigate to="/notfound" replace /> : <Edit key={orderId} orderId={orderId} />;
}

function Edit({ orderId }: { orderId: number }) {
  const { data: order, isError, isFetching, refetch } = useQuery(staffOrderQuery(orderId));
  const loanDays = useQuery(siteConfigurationQuery).data?.loanDays;
  return (
    <Page
      heading={`Edit order #${orderId}`}
      back={<BackToOrders />}
      lead={order && <StatusBadge order={order} />}
      actions={<NextNewOrder orderId={orderId} />}
    >
      {order ? (
        <EditOrder
          order={order}
          loanDays={loanDays}
          onReload={async () => (await refetch()).data}
          scan={(assign) => <AssignScanned assign={assign} />}
        />
      ) : isError ? (
        <ErrorState onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <OrderSkeleton />
      )}
    </Page>
  );
}
