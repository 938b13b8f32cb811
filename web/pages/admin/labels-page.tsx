import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "#web/ui/router/router.tsx";
import { labelCopiesQuery } from "#web/features/labels/sheets/label-queries.ts";
import { LabelSheets } from "#web/features/labels/sheets/label-sheets.tsx";
import { routeId } from "#web/lib/route-id.ts";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { EmptyState, ErrorState } from "#web/ui/feedback/empty-state.tsx";
import { Awaiting, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { BackLink } from "#web/ui/navigation/back-link.tsx";

/** admin/labels; `item` in the address leaves the copies of one title */
export function LabelsPage() {
  const [address] = useSearchParams();
  const itemId = routeId(address.get("item") ?? undefined);
  const { data, isError, isFetching, refetch } = useQuery(labelCopiesQuery(itemId));
  const back =
    itemId === undefined ? (
      <BackLink to="/admin/inventorylist">Back to Inventory</BackLink>
    ) : (
      <BackLink to={`/admin/viewitem/${itemId}`}>Back to Item</BackLink>
    );
  return (
    <Page heading="Print labels" lead={itemId === undefined ? undefined : data?.data[0]?.title} back={back}>
      {data && data.data.length > 0 && (
        <LabelSheets key={itemId} copies={data.data} total={data.total} isOneTitle={itemId !== undefined} />
      )}
      {data?.data.length === 0 && (
        <EmptyState
          title={itemId === undefined ? "Every copy has a label." : "This title has no copies yet."}
          actions={<ButtonLink to="/admin/inventorylist">Go to the inventory</ButtonLink>}
        >
          To reprint a label, choose its title in the inventory.
        </EmptyState>
      )}
      {!data && isError && <ErrorState onRetry={() => void refetch()} retrying={isFetching} />}
      {!data && !isError && (
        <Awaiting what="copies">
          <Skeleton height="24rem" />
        </Awaiting>
      )}
    </Page>
  );
}
