import { useQuery } from "@tanstack/react-query";
import { PackageOpen } from "#web/ui/icons.tsx";
import { messages } from "#contract/specified-messages.ts";
import { orderListQuery, statusesQuery } from "#web/features/circulation/order-queries.ts";
import { troubleWith } from "#web/lib/filters/day-range.ts";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { PagedList } from "#web/ui/data/paged-list.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { useFilters } from "#web/ui/router/use-filters.ts";
import { OrderFilterForm } from "./order-filter-form.tsx";
import { orderFilters, orderPageSize } from "./order-filters.ts";
import { OrderTable } from "./order-table.tsx";

/** The admin's orders: filters in the address, and a page of rows. */
export function OrderList() {
  const { filters, next, show } = useFilters(orderFilters);
  const statuses = useQuery(statusesQuery).data ?? [];
  const orders = useQuery(orderListQuery(filters));
  const isNarrowed = orderFilters.isNarrowed(filters);
  const empty = (
    <EmptyState
      title={messages.empty.pager}
      icon={<PackageOpen size={28} />}
      actions={isNarrowed && <ButtonLink to={orderFilters.path}>Show all orders</ButtonLink>}
    >
      {isNarrowed ? "No orders match this status and these dates." : "Orders appear here when borrowers check out."}
    </EmptyState>
  );
  return (
    <Stack>
      <OrderFilterForm key={orderFilters.keyOf(filters)} filters={filters} statuses={statuses} onSort={show} />
      {!troubleWith(filters) && (
        <PagedList
          query={orders}
          what="orders"
          page={filters.page}
          pageSize={orderPageSize}
          rowHeight="3.25rem"
          label="Pages of orders"
          hrefFor={(page) => orderFilters.href({ ...next, page })}
          empty={empty}
        >
          {({ data }) => <OrderTable orders={data} listHref={orderFilters.href(filters)} />}
        </PagedList>
      )}
    </Stack>
  );
}
