import { useQuery } from "@tanstack/react-query";
import { type HeldForSomebody, waitingOnAPage } from "#contract/borrowers/queue.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { TimeText } from "#web/ui/data/date-text.tsx";
import { PagedList } from "#web/ui/data/paged-list.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { CircleCheck } from "#web/ui/icons.tsx";
import { Link } from "#web/ui/router/router.tsx";
import { useFilters } from "#web/ui/router/use-filters.ts";
import { copyName } from "../order-details/copy-name.ts";
import { NotEmailed } from "./not-emailed.tsx";
import { holdFilters, holdShelfQuery } from "./hold-shelf-queries.ts";

const columns: Column<HeldForSomebody>[] = [
  { head: "Copy", names: true, whole: true, cell: copyName },
  {
    head: "Title",
    cell: (copy) => (
      <Link to={`/admin/viewitem/${copy.inventoryId}`}>
        <TitleText of={copy} />
      </Link>
    ),
  },
  {
    head: "Held for",
    cell: ({ borrowerName, isReached, orderId }) => (
      <>
        {borrowerName} {!isReached && orderId === null && <NotEmailed />}
      </>
    ),
  },
  { head: "School", cell: ({ schoolName }) => schoolName },
  { head: "Until", cell: (copy) => <Until copy={copy} /> },
];

function Until({ copy: { orderId, until } }: { copy: HeldForSomebody }) {
  if (orderId !== null)
    return (
      <>
        Ordered: <Link to={`/admin/orderdetails/${orderId}`}>pack order #{orderId}</Link>
      </>
    );
  return until === null ? "Just came back" : <TimeText value={until} />;
}

/** Copies that came back and are promised to the next in line. */
export function HoldShelf() {
  const { filters } = useFilters(holdFilters);
  return (
    <PagedList
      query={useQuery(holdShelfQuery(filters.page))}
      what="the hold shelf"
      page={filters.page}
      pageSize={waitingOnAPage}
      rowHeight="4rem"
      label="Pages of the hold shelf"
      hrefFor={(page) => holdFilters.href({ page })}
      empty={
        <EmptyState title="Nothing is held." icon={<CircleCheck size={28} />}>
          What comes back while somebody is in line for it appears here.
        </EmptyState>
      }
    >
      {({ data }) => (
        <Table
          caption="Copies that are held, those to pack first"
          columns={columns}
          rows={data}
          rowKey={({ inventoryItemId }) => inventoryItemId}
        />
      )}
    </PagedList>
  );
}
