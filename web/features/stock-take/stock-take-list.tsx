import { useQuery } from "@tanstack/react-query";
import type { StockTake } from "#contract/stock-take/stock-takes.ts";
import { Badge } from "#web/ui/data/badge.tsx";
import { DateText } from "#web/ui/data/date-text.tsx";
import { PagedList } from "#web/ui/data/paged-list.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { CircleCheck, ScanQrCode } from "#web/ui/icons.tsx";
import { Link } from "#web/ui/router/router.tsx";
import { useFilters } from "#web/ui/router/use-filters.ts";
import { stockTakeFilters, stockTakeHref, stockTakePageSize, stockTakesQuery } from "./stock-take-queries.ts";
import { scopeOf } from "./stock-take-words.ts";

/** All stock-takes, the newest first. */
export function StockTakeList() {
  const { filters, next } = useFilters(stockTakeFilters);
  return (
    <PagedList
      query={useQuery(stockTakesQuery(filters))}
      what="the stock-takes"
      page={filters.page}
      pageSize={stockTakePageSize}
      rowHeight="3.5rem"
      label="Pages of stock-takes"
      hrefFor={(page) => stockTakeFilters.href({ ...next, page })}
      empty={
        <EmptyState title="No stock-takes yet.">
          A stock-take compares what is on the shelves with what should be there.
        </EmptyState>
      }
    >
      {({ data }) => (
        <Table
          caption="Stock-takes, the newest first"
          columns={columns}
          rows={data}
          rowKey={({ stockTakeId }) => stockTakeId}
        />
      )}
    </PagedList>
  );
}

const columns: Column<StockTake>[] = [
  {
    head: "Of",
    names: true,
    cell: (stockTake) => (
      <Link to={stockTakeHref(stockTake.stockTakeId)} data-row-link>
        #{stockTake.stockTakeId} {scopeOf(stockTake)}
      </Link>
    ),
  },
  {
    head: "State",
    cell: ({ closedAt }) =>
      closedAt === null ? (
        <Badge tone="info" icon={<ScanQrCode size={16} />}>
          Open
        </Badge>
      ) : (
        <Badge tone="success" icon={<CircleCheck size={16} />}>
          Closed
        </Badge>
      ),
  },
  {
    head: "Started",
    cell: ({ startedAt, startedByName }) => (
      <>
        <DateText value={startedAt} /> by {startedByName}
      </>
    ),
  },
  { head: "Closed", cell: ({ closedAt }) => <DateText value={closedAt} /> },
  { head: "Expected copies", number: true, cell: ({ expected }) => expected.toLocaleString("en-US") },
];
