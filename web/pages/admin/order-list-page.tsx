import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ArrowDownWideNarrow, PackageOpen } from "#web/ui/icons.tsx";
import { messages } from "#contract/specified-messages.ts";
import {
  type OrderFilters,
  orderFilters,
  orderListQuery,
  orderPageSize,
  statusesQuery,
} from "#web/features/circulation/order-queries.ts";
import { OrderTable } from "#web/features/circulation/order-list/order-table.tsx";
import { troubleWith } from "#web/lib/filters/day-range.ts";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { PagedList } from "#web/ui/data/paged-list.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { FilterForm } from "#web/ui/forms/filter-form.tsx";
import { SelectField } from "#web/ui/forms/select-field.tsx";
import { DateField } from "#web/ui/forms/text-field.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { Link } from "#web/ui/router/router.tsx";
import { useFilters } from "#web/ui/router/use-filters.ts";

export function AdminOrderListPage() {
  const { filters, next, show } = useFilters(orderFilters);
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
    <Page heading="Orders">
      <Stack>
        <OrderFilterForm key={orderFilters.keyOf(filters)} filters={filters} onSort={show} />
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
    </Page>
  );
}

/** Filters by status and days. Use the filters as its key, so that Back resets it. */
function OrderFilterForm({ filters, onSort }: { filters: OrderFilters; onSort: (filters: OrderFilters) => void }) {
  const [trouble, setTrouble] = useState(troubleWith(filters));
  const statuses = useQuery(statusesQuery).data ?? [];
  const sort = (form: URLSearchParams) => {
    const chosen = orderFilters.read(form);
    const wrong = troubleWith(chosen);
    setTrouble(wrong);
    if (wrong) document.getElementById("to")?.focus();
    else onSort(chosen);
  };
  const actions = (
    <>
      <Button type="submit" look="primary" icon={<ArrowDownWideNarrow size={18} />}>
        Sort
      </Button>
      {orderFilters.isNarrowed(filters) && <Link to={orderFilters.path}>Show all orders</Link>}
    </>
  );
  return (
    <FilterForm label="Orders" onFilter={sort} actions={actions}>
      <SelectField
        label="Status"
        name="status"
        width="full"
        defaultValue={filters.statusId}
        options={statuses.map(({ statusId, statusName }) => ({
          value: statusId,
          label: statusId === 0 ? "All" : statusName,
        }))}
      />
      <DateField label="Start date" name="from" width="full" defaultValue={filters.startDate} />
      <DateField label="End date" name="to" width="full" defaultValue={filters.endDate} error={trouble} />
    </FilterForm>
  );
}
