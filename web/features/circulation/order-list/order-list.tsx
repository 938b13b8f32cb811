import { useQuery } from "@tanstack/react-query";
import { PackageOpen } from "#web/ui/icons.tsx";
import { Navigate, useNavigate, useNextSearchParams, useSearchParams } from "#web/ui/router/router.tsx";
import { messages } from "#contract/specified-messages.ts";
import { orderListQuery, statusesQuery } from "#web/features/circulation/order-queries.ts";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { EmptyState, ErrorState } from "#web/ui/feedback/empty-state.tsx";
import { Awaiting, Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Pager } from "#web/ui/navigation/pager.tsx";
import { OrderFilterForm } from "./order-filter-form.tsx";
import type { OrderFilters } from "./order-filters.ts";
import { isFiltered, orderListHref, orderPageSize, readOrderFilters, troubleWith } from "./order-filters.ts";
import { OrderTable } from "./order-table.tsx";

/** The admin's orders: filters, kept in the address, and a page of rows. */
export function OrderList() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const filters = readOrderFilters(search);
  const statuses = useQuery(statusesQuery);
  return (
    <Stack>
      <OrderFilterForm
        key={orderListHref({ ...filters, page: 1 })}
        filters={filters}
        statuses={statuses.data ?? []}
        onSort={(chosen) => void navigate(orderListHref(chosen))}
      />
      {!troubleWith(filters) && <Results filters={filters} />}
    </Stack>
  );
}

function Results({ filters }: { filters: OrderFilters }) {
  const { data, isPending, isError, isFetching, isPlaceholderData, refetch } = useQuery(orderListQuery(filters));
  const next = readOrderFilters(useNextSearchParams());
  if (isPending) {
    return (
      <Awaiting what="orders">
        <Stack gap="tight">
          {Array.from({ length: orderPageSize }, (_, at) => (
            <Skeleton key={at} height="3.25rem" />
          ))}
        </Stack>
      </Awaiting>
    );
  }
  if (isError) return <ErrorState onRetry={() => void refetch()} retrying={isFetching} />;
  if (data.total === 0) {
    return (
      <EmptyState
        title={messages.empty.pager}
        icon={<PackageOpen size={28} />}
        actions={isFiltered(filters) && <ButtonLink to={orderListHref()}>Show all orders</ButtonLink>}
      >
        {isFiltered(filters)
          ? "No orders match this status and these dates."
          : "Orders appear here when borrowers check out."}
      </EmptyState>
    );
  }
  const lastPage = Math.ceil(data.total / orderPageSize);
  if (filters.page > lastPage && !isPlaceholderData) {
    return <Navigate replace to={orderListHref({ ...filters, page: lastPage })} />;
  }
  const pager = (
    <Pager
      page={filters.page}
      pageSize={orderPageSize}
      total={data.total}
      label="Pages of orders"
      hrefFor={(page) => orderListHref({ ...next, page })}
      busy={isPlaceholderData}
    />
  );
  return (
    <div aria-busy={isPlaceholderData || undefined}>
      <Stack>
        <OrderTable orders={data.data} listHref={orderListHref(filters)} />
        {pager}
      </Stack>
    </div>
  );
}
