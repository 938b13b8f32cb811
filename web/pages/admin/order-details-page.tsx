import { useMay } from "#web/lib/session.ts";
import { ForRole } from "#web/lib/for-role.tsx";
import { useQuery } from "@tanstack/react-query";
import { statuses } from "#contract/codes.ts";
import { PackageOpen, Pencil, Printer } from "#web/ui/icons.tsx";
import { useParams } from "#web/ui/router/router.tsx";
import { HistoryLink } from "#web/features/audit/history-link.tsx";
import { CanceledNotice } from "#web/features/circulation/cancel/canceled-notice.tsx";
import { CancelOrder } from "#web/features/circulation/cancel/cancel-order.tsx";
import { ClosedOnArrival } from "#web/features/circulation/order-details/closed-on-arrival.tsx";
import { NextNewOrder } from "#web/features/circulation/order-details/next-new-order.tsx";
import { OrderDetails } from "#web/features/circulation/order-details/order-details.tsx";
import { orderFilters, staffOrderQuery } from "#web/features/circulation/order-queries.ts";
import { OrderSkeleton } from "#web/features/circulation/order-skeleton.tsx";
import { PrintSlips } from "#web/features/circulation/printing/print-slips.tsx";
import { usePrint } from "#web/features/circulation/printing/use-print.ts";
import { useSender } from "#web/features/circulation/printing/use-sender.ts";
import { useSiteConfiguration } from "#web/features/content/site-queries.ts";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { BackToList } from "#web/ui/navigation/back-to-list.tsx";
import { useCameFrom } from "#web/ui/router/use-filters.ts";
import { Page } from "#web/ui/layout/page.tsx";

export function AdminOrderDetailsPage() {
  const orderId = Number(useParams().id);
  const query = useQuery(staffOrderQuery(orderId));
  const sender = useSender(useSiteConfiguration(), [orderId]);
  const from = useCameFrom(orderFilters.path);
  const mayEdit = useMay("clerk");
  const { printing, print } = usePrint<"slip">();
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
      <Button icon={<Printer size={18} />} onClick={() => print("slip")}>
        Print packing slip
      </Button>
      <ButtonLink to={`/admin/editorder/${orderId}`} state={{ from }} look="primary" icon={<Pencil size={18} />}>
        {mayEdit ? "Edit" : "Pack"}
      </ButtonLink>
    </>
  );
  return (
    <>
      {printing && query.data && <PrintSlips orders={[query.data]} sender={sender} />}
      <div data-screen-only={printing || undefined}>
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
      </div>
    </>
  );
}
