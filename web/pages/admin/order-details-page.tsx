import { useQuery } from "@tanstack/react-query";
import { History, Pencil, Printer } from "#web/ui/icons.tsx";
import { Navigate, useParams } from "#web/ui/router/router.tsx";
import { auditHref } from "#web/features/audit/audit-filters.ts";
import { NextNewOrder } from "#web/features/circulation/order-details/next-new-order.tsx";
import { OrderDetails } from "#web/features/circulation/order-details/order-details.tsx";
import { PackingSlip } from "#web/features/circulation/order-details/packing-slip.tsx";
import { usePrint } from "#web/features/circulation/order-details/use-print.ts";
import { BackToOrders } from "#web/features/circulation/order-list/back-to-orders.tsx";
import { useOrderListHref } from "#web/features/circulation/order-list/order-list-href.ts";
import { staffOrderQuery } from "#web/features/circulation/order-queries.ts";
import { OrderSkeleton } from "#web/features/circulation/order-skeleton.tsx";
import { routeId } from "#web/lib/route-id.ts";
import { siteConfigurationQuery } from "#web/features/content/site-queries.ts";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { ErrorState } from "#web/ui/feedback/empty-state.tsx";
import { Page } from "#web/ui/layout/page.tsx";

/** admin/orderdetails/{id} */
export function AdminOrderDetailsPage() {
  const orderId = routeId(useParams().id);
  return orderId === undefined ? <Navigate to="/notfound" replace /> : <Details orderId={orderId} />;
}

function Details({ orderId }: { orderId: number }) {
  const { data: order, isError, isFetching, refetch } = useQuery(staffOrderQuery(orderId));
  const site = useQuery(siteConfigurationQuery).data?.content;
  const sender = {
    siteName: site?.site.siteName ?? "",
    phones: site?.contact.phones.map(({ number }) => number) ?? [],
    email: site?.contact.email ?? "",
  };
  const orderList = useOrderListHref();
  const { printing, print } = usePrint();
  const actions = (
    <>
      <NextNewOrder orderId={orderId} />
      <ButtonLink
        to={auditHref({ kind: "order", subjectId: orderId })}
        look="quiet"
        icon={<History size={18} aria-hidden="true" />}
      >
        History
      </ButtonLink>
      <Button icon={<Printer size={18} aria-hidden="true" />} onClick={print}>
        Print packing slip
      </Button>
      <ButtonLink
        to={`/admin/editorder/${orderId}`}
        state={{ orderList }}
        look="primary"
        icon={<Pencil size={18} aria-hidden="true" />}
      >
        Edit
      </ButtonLink>
    </>
  );
  return (
    <>
      {printing && order && (
        <div data-print-only>
          <PackingSlip order={order} sender={sender} />
        </div>
      )}
      <div data-screen-only={printing || undefined}>
        <Page heading={`Order #${orderId}`} back={<BackToOrders />} actions={order && actions}>
          {order ? (
            <OrderDetails order={order} />
          ) : isError ? (
            <ErrorState onRetry={() => void refetch()} retrying={isFetching} />
          ) : (
            <OrderSkeleton />
          )}
        </Page>
      </div>
    </>
  );
}
