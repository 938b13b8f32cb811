import { useQuery } from "@tanstack/react-query";
import { ordersToPackQuery } from "#web/features/circulation/order-queries.ts";
import { PackOrders } from "#web/features/circulation/packing/pack-orders.tsx";
import { keptOffset } from "#web/features/labels/sheets/offsets.ts";
import { useSiteConfiguration } from "#web/features/content/site-queries.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { BackLink } from "#web/ui/navigation/back-link.tsx";
import { useSearchParams } from "#web/ui/router/router.tsx";

/** admin/packing: orders that wait; `orders` in the address chooses others */
export function PackingPage() {
  const [search] = useSearchParams();
  const ids = search.get("orders") ?? "";
  const configuration = useSiteConfiguration();
  return (
    <Page
      heading="Pack orders"
      lead="Print what it takes to pack the orders that wait: a pick list, packing slips, and labels."
      back={<BackLink to="/admin/dashboard">Dashboard</BackLink>}
    >
      <Fetched
        query={useQuery(ordersToPackQuery(ids))}
        what="orders to pack"
        skeleton={<SkeletonRows count={6} height="3.5rem" />}
      >
        {({ data: orders }) =>
          orders.length === 0 ? (
            <EmptyState title="Nothing to pack.">New orders appear here.</EmptyState>
          ) : (
            <PackOrders
              key={ids}
              orders={orders}
              postalAddress={configuration?.content.contact.postalAddress}
              shiftOf={keptOffset}
            />
          )
        }
      </Fetched>
    </Page>
  );
}
