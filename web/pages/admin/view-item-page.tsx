import { useQuery } from "@tanstack/react-query";
import { Navigate, useParams } from "react-router";
import { itemQuery } from "#web/features/catalogue/catalogue-queries.ts";
import { ItemDetail, ItemDetailSkeleton } from "#web/features/catalogue/item/item-detail.tsx";
import { StockTable } from "#web/features/circulation/copies/stock-table.tsx";
import { routeId } from "#web/lib/route-id.ts";
import { ErrorState } from "#web/ui/feedback/empty-state.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { BackLink } from "#web/ui/navigation/back-link.tsx";

/** admin/viewitem/{id} */
export function AdminViewItemPage() {
  const id = routeId(useParams().id);
  return id === undefined ? <Navigate to="/notfound" replace /> : <ViewItem id={String(id)} />;
}

function ViewItem({ id }: { id: string }) {
  const { data: item, isError, refetch, isFetching } = useQuery(itemQuery(id));
  return (
    <Page heading={item?.title ?? "Item"} back={<BackLink to="/admin/dashboard">Back to the dashboard</BackLink>}>
      {item && (
        <ItemDetail item={item} linked={false}>
          <StockTable item={item} />
        </ItemDetail>
      )}
      {!item && isError && <ErrorState onRetry={() => void refetch()} retrying={isFetching} />}
      {!item && !isError && <ItemDetailSkeleton />}
    </Page>
  );
}
