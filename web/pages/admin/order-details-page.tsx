import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { statuses } from "#contract/codes.ts";
import { PackageOpen, Pencil, Printer } from "#web/ui/icons.tsx";
import { useParams } from "#web/ui/router/router.tsx";
import { HistoryLink } from "#web/features/audit/history-link.tsx";
import { NextNewOrder } from "#web/features/circulation/order-details/next-new-order.tsx";
import { OrderDetails } from "#web/features/circulation/order-details/order-details.tsx";
import { PackingSlip } from "#web/features/circulation/order-details/packing-slip.tsx";
import { orderFilters, staffOrderQuery } from "#web/features/circulation/order-queries.ts";
import { OrderSkeleton } from "#web/features/circulation/order-skeleton.tsx";
import { siteConfigurationQuery } from "#web/features/content/site-queries.ts";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { BackToList } from "#web/ui/navigation/back-to-list.tsx";
import { useCameFrom } from "#web/ui/router/use-filters.ts";
import { Page } from "#web/ui/layout/page.tsx";

export function AdminOrderDetailsPage() {
  const orderId = Number(useParams().id);
  const query = useQuery(staffOrderQuery(orderId));
  const sender = useQuery(siteConfigurationQuery).data?.content;
  const from = useCameFrom(orderFilters.path);
  const { printing, print } = usePrint();
  const actions = (
    <>
      <NextNewOrder orderId={orderId} />
      <HistoryLink kind="order" subjectId={orderId} />
      {query.data?.statusId === statuses.shipped && (
        <ButtonLink to={`/admin/returns?order=${orderId}`} icon={<PackageOpen size={18} />}>
          Check in
        </ButtonLink>
      )}
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

/** Renders something only for print, opens the print dialog, and removes it afterwards. */
function usePrint(): { printing: boolean; print: () => void } {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    if (!printing) return undefined;
    const done = () => setPrinting(false);
    addEventListener("afterprint", done);
    window.print();
    return () => removeEventListener("afterprint", done);
  }, [printing]);
  return { printing, print: () => setPrinting(true) };
}
