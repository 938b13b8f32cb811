import { useQuery } from "@tanstack/react-query";
import {
  type InventoryCountList,
  inventoryCountLists,
  type ListedCopy,
  type OpenInventoryCount,
} from "#contract/desk/inventory-counts.ts";
import { copyHref } from "#web/orders/desk-queries.ts";
import { OrderLink, TitleAndCopy } from "#web/orders/order-parts.tsx";
import { call } from "#web/lib/call.ts";
import { useMay } from "#web/lib/session.ts";
import { PagedList } from "#web/ui/data/paged-list.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { CircleCheck } from "#web/ui/icons.tsx";
import { CheckInAll, CheckInScanned, MarkAllMissing, MarkMissing } from "./copy-actions.tsx";
import {
  inventoryCountHref,
  inventoryCountListQuery,
  inventoryCountPageSize,
  listFilters,
  listNames,
  whileOthersScan,
} from "./inventory-count-queries.ts";
import styles from "./inventory-count.module.css";
import { DownloadButton } from "#web/ui/actions/action-button.tsx";
import { DateText } from "#web/lib/formats.tsx";
import { EmptyState } from "#web/ui/feedback/notices.tsx";
import { Card } from "#web/ui/card.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Link } from "#web/ui/router.tsx";
import { useFilters } from "#web/ui/navigation/links.tsx";

export function CountResults({ inventoryCount }: { inventoryCount: OpenInventoryCount }) {
  const { filters, next } = useFilters(listFilters);
  const { inventoryCountId: id, tally, closedAt } = inventoryCount;
  const { list } = filters;
  const isClerk = useMay("clerk");
  const marks = isClerk && list === "missing" && closedAt !== null;
  const address = inventoryCountHref(id);
  return (
    <Card
      heading="Results"
      actions={
        isClerk && (
          <DownloadButton
            file={() => call("GET InventoryCount/csv/{id}", { params: { id }, query: { list } })}
            done="CSV downloaded."
            size="small"
          >
            Download CSV
          </DownloadButton>
        )
      }
    >
      <Stack>
        <ul className={styles.lists}>
          {inventoryCountLists.map((name) => (
            <li key={name}>
              <Link
                to={listFilters.href({ list: name }, address)}
                className={styles.list}
                aria-current={name === list ? "page" : undefined}
              >
                <span className={styles.count}>{tally[name].toLocaleString("en-US")}</span>{" "}
                {name === "missing" && closedAt === null ? "Not found yet" : listNames[name]}
              </Link>
            </li>
          ))}
        </ul>
        <p className={styles.muted}>{hints[list]}</p>
        <PagedList
          query={useQuery({
            ...inventoryCountListQuery(id, filters),
            refetchInterval: closedAt === null ? whileOthersScan : false,
          })}
          what="the copies"
          page={filters.page}
          pageSize={inventoryCountPageSize}
          rowHeight="4rem"
          label="Pages of copies"
          hrefFor={(page) => listFilters.href({ ...next, page }, address)}
          empty={<EmptyState title="No copies." icon={<CircleCheck size={28} />} />}
        >
          {({ data }) => (
            <Stack>
              {marks && <MarkAllMissing id={id} total={tally.missing} copies={data} />}
              {list === "out" && <CheckInAll copies={data} />}
              <Table
                caption={`${listNames[list]}, in shelf order`}
                columns={columnsFor(list, id, marks)}
                rows={data}
                rowKey="inventoryItemId"
              />
            </Stack>
          )}
        </PagedList>
      </Stack>
    </Card>
  );
}

const hints: Record<InventoryCountList, string> = {
  missing: "These copies should be on the shelf, but weren’t scanned.",
  unexpected: "These copies were scanned, but aren’t on the list, are inactive, or are packed for an order.",
  misplaced: "These copies were scanned at the wrong shelf location.",
  out: "These copies were scanned, but are on loan according to our records.",
  held: "These copies were scanned, but are on hold. Take them to the hold shelf.",
};

function columnsFor(list: InventoryCountList, id: number, marks: boolean): Column<ListedCopy>[] {
  return [
    {
      head: "Copy",
      names: true,
      cell: (copy) => (
        <Link to={copyHref(copy)}>
          <TitleAndCopy of={copy} />
        </Link>
      ),
    },
    { head: "Shelf location", cell: ({ shelfLocation }) => shelfLocation || "–" },
    list === "missing"
      ? { head: "Last seen", cell: ({ lastSeenAt }) => <DateText value={lastSeenAt} /> }
      : {
          head: "Scanned",
          cell: ({ seenAt, seenBy, seenPlace }) => (
            <>
              <DateText value={seenAt} /> by {seenBy}
              {seenPlace && `, at ${seenPlace}`}
            </>
          ),
        },
    {
      head: "Now",
      whole: true,
      cell: (copy) => <Now copy={copy} otherwise={list === "missing" ? "Not seen" : "On the shelf"} />,
    },
    ...(marks ? [changeColumn((copy) => <MarkMissing id={id} copy={copy} />)] : []),
    ...(list === "out" ? [changeColumn((copy) => <CheckInScanned copy={copy} />)] : []),
  ];
}

const changeColumn = (cell: Column<ListedCopy>["cell"]) => ({ head: "Change", headHidden: true, whole: true, cell });

/** Shows the current state of a copy, which may have changed since its scan. */
function Now({ copy, otherwise }: { copy: ListedCopy; otherwise: string }) {
  const { orderId, isArchived, isInactive, inactiveReason, heldFor } = copy;
  if (orderId !== null) return <OrderLink orderId={orderId} />;
  if (isArchived) return "Archived";
  if (heldFor) return `On hold for ${heldFor.borrowerName}, ${heldFor.schoolName}`;
  return isInactive ? `Inactive${inactiveReason === null ? "" : ` (${inactiveReason})`}` : otherwise;
}
