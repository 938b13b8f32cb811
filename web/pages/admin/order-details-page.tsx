import { useMay } from "#web/lib/session.ts";
import { ForRole } from "#web/lib/for-role.tsx";
import { useQuery } from "@tanstack/react-query";
import { statuses } from "#contract/codes.ts";
import { PackageOpen, Pencil } from "#web/ui/icons.tsx";
import { useParams } from "#web/ui/router/router.tsx";
import { HistoryLink } from "#web/features/audit/history-link.tsx";
import { CanceledNotice } from "#web/features/circulation/cancel/canceled-notice.tsx";
import { CancelOrder } from "#web/features/circulation/cancel/cancel-order.tsx";
import { ClosedOnArrival } from "#web/features/circulation/order-details/closed-on-arrival.tsx";
import { NextNewOrder } from "#web/features/circulation/order-details/next-new-order.tsx";
import { OrderDetails } from "#web/features/circulation/order-details/order-details.tsx";
import { orderFilters, staffOrderQuery } from "#web/features/circulation/order-queries.ts";
import { OrderSkeleton } from "#web/features/circulation/order-skeleton.tsx";
import { PackingSlip } from "#web/features/circulation/packing/packing-slip.tsx";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { BackToList } from "#web/ui/navigation/back-to-list.tsx";
import { useCameFrom } from "#web/ui/router/use-filters.ts";
import { Page } from "#web/ui/layout/page.tsx";

export function AdminOrderDetailsPage() {
  const orderId = Number(useParams().id);
  const query = useQuery(staffOrderQuery(orderId));
  const from = useCameFrom(orderFilters.path);
  const mayEdit = useMay("clerk");
  const actions = (
    <>
      <NextNewOrder orderId={orderId} />
      <ForRole least="clerk">
        <HistoryLink kind="order" subjectId={orderId} />
      </ForRole>
      {query.data?.statusId === statuses.shipped && (
        <ButtonLink to={`/admin/returns?order=${orderId}`} icon={<PackageOpen size={18} />}>
          Check in
        </ButtonLink>
      )}
      <ForRole least="clerk">{query.data && <CancelOrder order={query.data} />}</ForRole>
      <PackingSlip orderId={orderId} />
      <ButtonLink to={`/admin/editorder/${orderId}`} state={{ from }} look="primary" icon={<Pencil size={18} />}>
        {mayEdit ? "Edit" : "Pack"}
      </ButtonLink>
    </>
  );
  return (
    <Page
      heading={`Order #${orderId}`}
      back={<BackToList path={orderFilters.path}>Back to Orders</BackToList>}
      actions={query.data && actions}
    >
      <Fetched query={query} what="order" skeleton={<OrderSkeleton />}>
        {(order) => (
          <>
            <CanceledNotice order={order} />
            <ClosedOnArrival order={order} />
            <OrderDetails order={order} />
          </>
        )}
      </Fetched>
    </Page>
  );
}
