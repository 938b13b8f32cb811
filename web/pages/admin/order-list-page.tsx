import { ForRole } from "#web/lib/for-role.tsx";
import { useQuery } from "@tanstack/react-query";
import { PackageOpen } from "#web/ui/icons.tsx";
import { messages } from "#contract/specified-messages.ts";
import { BulkActions, BulkOutcomes, useBulk } from "#web/features/circulation/order-list/bulk-actions.tsx";
import { OrderFilterForm } from "#web/features/circulation/order-list/order-filter-form.tsx";
import { OrderTable } from "#web/features/circulation/order-list/order-table.tsx";
import { call } from "#web/lib/call.ts";
import { DownloadButton } from "#web/ui/actions/download-button.tsx";
import {
  orderFilters,
  orderListQuery,
  orderPageSize,
  searchOf,
  troubleWithOrders,
} from "#web/features/circulation/order-queries.ts";
import { JustChanged } from "#web/features/circulation/status/undo-status.tsx";
import { useMarked } from "#web/ui/marking/use-marked.ts";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { PagedList } from "#web/ui/data/paged-list.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { useFilters } from "#web/ui/router/use-filters.ts";

export function AdminOrderListPage() {
  const { filters, next, show } = useFilters(orderFilters);
  const orders = useQuery(orderListQuery(filters));
  const choice = useMarked();
  const bulk = useBulk(choice);
  const isNarrowed = orderFilters.isNarrowed(filters);
  const empty = (
    <EmptyState
      title={messages.empty.pager}
      icon={<PackageOpen size={28} />}
      actions={isNarrowed && <ButtonLink to={orderFilters.path}>Show all orders</ButtonLink>}
    >
      {isNarrowed ? "No orders match." : "Orders appear here when borrowers check out."}
    </EmptyState>
  );
  return (
    <Page
      heading="Orders"
      actions={
        !troubleWithOrders(filters) && (
          <ForRole least="clerk">
            <DownloadButton
              file={() => call("GET Desk/OrdersCsv", { query: searchOf(filters) })}
              done="Orders CSV downloaded."
            >
              Download CSV
            </DownloadButton>
          </ForRole>
        )
      }
    >
      <Stack>
        <JustChanged />
        <OrderFilterForm key={orderFilters.keyOf(next)} filters={next} onSort={show} />
        {bulk.done && <BulkOutcomes done={bulk.done} bulk={bulk} />}
        {!troubleWithOrders(filters) && (
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
            {({ data, total, isMore }) => (
              <Stack gap="tight">
                {isMore && <p>More than {total.toLocaleString("en-US")} orders match. The CSV has all of them.</p>}
                <BulkActions orders={data} choice={choice} bulk={bulk} />
                <OrderTable orders={data} sort={filters.sort} listHref={orderFilters.href(filters)} choice={choice} />
              </Stack>
            )}
          </PagedList>
        )}
      </Stack>
    </Page>
  );
}
