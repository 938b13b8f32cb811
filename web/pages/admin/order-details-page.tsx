import { useQuery } from "@tanstack/react-query";
import { History, Pencil, Printer } from "#web/ui/icons.tsx";
import { Navigate, useParams } from "#web/ui/router/router.tsx";
import { auditFilters } from "#web/features/audit/audit-filters.ts";
import { NextNewOrder } from "#web/features/circulation/order-details/next-new-order.tsx";
import { OrderDetails } from "#web/features/circulation/order-details/order-details.tsx";
import { PackingSlip } from "#web/features/circulation/order-details/packing-slip.tsx";
import { usePrint } from "#web/features/circulation/order-details/use-print.ts";
import { orderFilters } from "#web/features/circulation/order-list/order-filters.ts";
import { staffOrderQuery } from "#web/features/circulation/order-queries.ts";
import { OrderSkeleton } from "#web/features/circulation/order-skeleton.tsx";
import { routeId } from "#web/lib/route-id.ts";
import { siteConfigurationQuery } from "#web/features/content/site-queries.ts";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { BackToList } from "#web/ui/navigation/back-to-list.tsx";
import { useCameFrom } from "#web/ui/router/use-filters.ts";
import { Page } from "#web/ui/layout/page.tsx";

/** admin/orderdetails/{id} */
export function AdminOrderDetailsPage() {
  const orderId = routeId(useParams().id);
  return orderId === undefined ? <Navigate to="/notfound" replace /> : <Details orderId={orderId} />;
}

function Details({ orderId }: { orderId: number }) {
  const query = useQuery(staffOrderQuery(orderId));
  const site = useQuery(siteConfigurationQuery).data?.content;
  const sender = {
    siteName: site?.site.siteName ?? "",
    phones: site?.contact.phones.map(({ number }) => number) ?? [],
    email: site?.contact.email ?? "",
  };
  const from = useCameFrom(orderFilters.path);
  const { printing, print } = usePrint();
  const actions = (
    <>
      <NextNewOrder orderId={orderId} />
      <ButtonLink
        to={auditFilters.href({ kind: "order", subjectId: orderId })}
        look="quiet"
        icon={<History size={18} />}
      >
        History
      </ButtonLink>
      <Button icon={<Printer size={18} />} onClick={print}>
        Print packing slip
      </Button>
      <ButtonLink to={`/admin/editorder/${orderId}`} state={{ from }} look="primary" icon={<Pencil size={18} />}>
        Edit
      </ButtonLink>
    </>
  );
  return (
    <>
      {printing && query.data && (
        <div data-print-only>
          <PackingSlip order={query.data} sender={sender} />
        </div>
      )}
      <div data-screen-only={printing || undefined}>
        <Page
          heading={`Order #${orderId}`}
          back={<BackToList path={orderFilters.path}>Back to Orders</BackToList>}
          actions={query.data && actions}
        >
          <Fetched query={query} what="order" skeleton={<OrderSkeleton />}>
            {(order) => <OrderDetails order={order} />}
          </Fetched>
        </Page>
      </div>
    </>
  );
}
