import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Waiting, waitingOnAPage } from "#contract/waitlist/waitlist.ts";
import {
  type CopyReason,
  type HeldCopy,
  reasonsOnAPage,
  type StockReasons as Reasons,
} from "#contract/waitlist/stock-reasons.ts";
import { NotEmailed, OrderLink } from "./order-parts.tsx";
import { call } from "#web/lib/call.ts";
import { answerQuery } from "#web/lib/queries.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { Row, Stack } from "#web/ui/layout.tsx";
import { Fetched, SkeletonRows } from "#web/ui/feedback/loading.tsx";
import { copyName, DateText } from "#web/lib/formats.tsx";

const stockReasonsQuery = (inventoryId: number, page: number) =>
  answerQuery(
    ["circulation", "stock reasons", inventoryId, page],
    (context) => call("GET Inventory/GetStockReasons/{id}", { params: { id: inventoryId }, query: { page } }, context),
    { keepPrevious: true, staleTime: 0 },
  );

const waitingQuery = (inventoryId: number, page: number) =>
  answerQuery(
    ["waitlist", "of", inventoryId, page],
    (context) => call("GET Waitlist/GetWaiting/{inventoryId}", { params: { inventoryId }, query: { page } }, context),
    { keepPrevious: true, staleTime: 0 },
  );

export const reasonWords: Record<CopyReason, string> = {
  out: "On loan",
  packed: "Packed for an order",
  held: "On hold for the waitlist",
  inspection: "Waiting for inspection",
  repair: "In repair",
  missing: "Missing since an inventory count",
  lost: "Lost",
  damaged: "Damaged",
  retired: "Retired",
  inactive: "Inactive",
  archived: "Archived",
  "of-archived": "On the shelf, but the title is archived",
  planned: "On the shelf, planned for an order",
  free: "On the shelf",
};

type Line = { name: string; count: number };

const sumColumns: Column<Line>[] = [
  { head: "Copies", names: true, cell: ({ name }) => name },
  { head: "Number", number: true, cell: ({ count }) => count },
];

function linesOf({ counts, reserved, reservedSoon, inStock }: Reasons): Line[] {
  return [
    ...counts.map(({ reason, count }) => ({ name: reasonWords[reason], count })),
    ...(reserved > 0 ? [{ name: "Reserved for waiting orders", count: -reserved }] : []),
    ...(reservedSoon > 0 ? [{ name: "Reserved within the next loan period", count: -reservedSoon }] : []),
    { name: "In stock: on the shelf, minus reservations", count: inStock },
  ];
}

const copyColumns: Column<HeldCopy>[] = [
  { head: "Copy", names: true, whole: true, cell: copyName },
  { head: "Reason", cell: (copy) => <Why copy={copy} /> },
  { head: "Order", cell: ({ orderId }) => <OrderLink orderId={orderId} /> },
  { head: "School", cell: ({ schoolName }) => schoolName || "–" },
  { head: "Due back", cell: ({ returnDate, isLate }) => <Due day={returnDate} isLate={isLate} /> },
];

function Why({ copy: { reason, isClaimedReturned, shipOn, missingSince } }: { copy: HeldCopy }) {
  if (reason === "planned")
    return (
      <>
        On the shelf, planned for an order that ships by <DateText value={shipOn} inSentence />
      </>
    );
  if (reason === "missing")
    return (
      <>
        Missing since the inventory count of <DateText value={missingSince} inSentence />
      </>
    );
  return isClaimedReturned ? "On loan; the borrower says it was sent back" : reasonWords[reason];
}

function Due({ day, isLate }: { day: string | null; isLate: boolean }) {
  if (day === null) return "–";
  return (
    <>
      <DateText value={day} />
      {isLate && ", overdue"}
    </>
  );
}

const orderColumns: Column<Reasons["orders"][number]>[] = [
  { head: "Order", names: true, cell: ({ orderId }) => <OrderLink orderId={orderId} /> },
  { head: "School", cell: ({ schoolName }) => schoolName },
  { head: "Ships by", cell: ({ shipOn }) => (shipOn === null ? "Now" : <DateText value={shipOn} />) },
  { head: "Copies needed", number: true, cell: ({ quantity }) => quantity },
];

export function StockReasons({ inventoryId }: { inventoryId: number }) {
  const [page, setPage] = useState(1);
  const query = useQuery(stockReasonsQuery(inventoryId, page));
  return (
    <Fetched query={query} what="the reasons" skeleton={<SkeletonRows count={5} height="2.5rem" />}>
      {({ data, total }) => (
        <Stack>
          <Table caption="How the stock adds up" columns={sumColumns} rows={linesOf(data)} rowKey="name" />
          {data.orders.length > 0 && (
            <Table caption={captionOf(data)} columns={orderColumns} rows={data.orders} rowKey="orderId" />
          )}
          {total > 0 && (
            <Table
              caption="Copies that aren’t available"
              columns={copyColumns}
              rows={data.copies}
              rowKey="inventoryItemId"
            />
          )}
          <Waitlist inventoryId={inventoryId} />
          <Turn
            {...{ page, setPage, total }}
            pageSize={reasonsOnAPage}
            busy={query.isPlaceholderData}
            words={["Previous copies", "More copies"]}
          />
        </Stack>
      )}
    </Fetched>
  );
}

type TurnProps = {
  page: number;
  setPage: (page: number) => void;
  pageSize: number;
  total: number;
  busy: boolean;
  words: [previous: string, next: string];
};

/** Turns the pages of a list without an address of its own. */
function Turn({ page, setPage, pageSize, total, busy, words: [previous, next] }: TurnProps) {
  if (total <= pageSize) return null;
  return (
    <Row>
      <Button size="small" busy={busy} disabled={page === 1} onClick={() => setPage(page - 1)}>
        {previous}
      </Button>
      <Button size="small" busy={busy} disabled={page * pageSize >= total} onClick={() => setPage(page + 1)}>
        {next}
      </Button>
      <span aria-live="polite">
        {(page - 1) * pageSize + 1}–{Math.min(page * pageSize, total)} of {total}
      </span>
    </Row>
  );
}

function captionOf({ orders, orderTotal }: Reasons): string {
  if (orderTotal === orders.length) return "Orders waiting for copies";
  return `The first ${orders.length} of ${orderTotal} orders waiting for copies`;
}

const columns: Column<Waiting>[] = [
  { head: "Position", number: true, cell: ({ place }) => place },
  {
    head: "Borrower",
    names: true,
    cell: ({ borrowerName, isReached }) => (
      <>
        {borrowerName} {!isReached && <NotEmailed />}
      </>
    ),
  },
  { head: "School", cell: ({ schoolName }) => schoolName },
  { head: "Since", cell: ({ since }) => <DateText value={since} /> },
  {
    head: "Status",
    cell: ({ isHeldFor, isPaused }) => (isHeldFor ? "Copy on hold" : isPaused ? "Paused" : "Waiting"),
  },
];

function Waitlist({ inventoryId }: { inventoryId: number }) {
  const [page, setPage] = useState(1);
  const { data: answer, isPlaceholderData: busy } = useQuery(waitingQuery(inventoryId, page));
  if (!answer || answer.total === 0) return null;
  return (
    <>
      <Table caption="Waitlist" columns={columns} rows={answer.data} rowKey="place" />
      <Turn {...{ page, setPage, busy }} total={answer.total} pageSize={waitingOnAPage} words={["Previous", "Next"]} />
    </>
  );
}
