import type { StaffOrder } from "#contract/orders/orders.ts";
import type { Swap } from "#contract/desk/returns.ts";
import { useReturns } from "#web/orders/use-returns.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { UndoButton } from "#web/ui/actions/action-button.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { OrderLink } from "#web/orders/order-parts.tsx";
import styles from "./order-details.module.css";
import { Card } from "#web/ui/card.tsx";
import { copyName, DateText } from "#web/lib/formats.tsx";

type Past = StaffOrder["pastAssignments"][number];

const reasons = new Map([
  ["undone", "Check-out undone"],
  ["lost", "Lost"],
]);
const columns: Column<Past>[] = [
  { head: "Copy", names: true, whole: true, cell: copyName },
  { head: "Title", cell: (past) => <TitleText of={past} /> },
  { head: "Checked out", cell: ({ assignedAt }) => <DateText value={assignedAt} /> },
  { head: "Ended", cell: ({ returnedAt }) => <DateText value={returnedAt} /> },
  { head: "Reason", cell: ({ reason }) => <span className={styles.whole}>{reasons.get(reason) ?? "Returned"}</span> },
];
const undoColumn: Column<Past> = {
  head: "Undo",
  cell: (past) => past.undoEventId !== null && <UndoCheckIn past={past} eventId={past.undoEventId} />,
};

export function PastAssignments({ order: { pastAssignments } }: { order: StaffOrder }) {
  const isAnyToUndo = pastAssignments.some(({ undoEventId }) => undoEventId !== null);
  return (
    <Card heading="Past check-outs">
      <Table
        caption="Copies that were on this order earlier"
        columns={isAnyToUndo ? [...columns, undoColumn] : columns}
        rows={pastAssignments}
        rowKey="orderInventoryItemId"
      />
    </Card>
  );
}

function UndoCheckIn({ past, eventId }: { past: Past; eventId: number }) {
  const { undo } = useReturns();
  return (
    <UndoButton
      aria-label={`Undo the return of ${copyName(past)}`}
      action={() => undo({ eventIds: [eventId] }, { orderInventoryItemId: past.orderInventoryItemId })}
      done={`${copyName(past)} is on loan again.`}
    />
  );
}

export function OrderSwaps({ order: { orderId, swaps } }: { order: StaffOrder }) {
  return (
    <Card heading="Swapped copies">
      <Table caption="Swapped copies on this order" columns={swapColumns(orderId)} rows={swaps} rowKey="eventId" />
    </Card>
  );
}

/** Describes a swap from one order's point of view; the other order shows the reverse. */
const seenFrom = (orderId: number, { orderId: mine, otherOrderId, found, recorded }: Swap) =>
  mine === orderId ? { has: found, had: recorded, other: otherOrderId } : { has: recorded, had: found, other: mine };

const swapColumns = (orderId: number): Column<Swap>[] => [
  {
    head: "Copy",
    names: true,
    cell: (swap) => (
      <>
        <TitleText of={swap} />, {copyName(seenFrom(orderId, swap).has)}
      </>
    ),
  },
  { head: "Instead of", whole: true, cell: (swap) => copyName(seenFrom(orderId, swap).had) },
  {
    head: "Now",
    cell: (swap) => {
      const { other } = seenFrom(orderId, swap);
      return other === null ? "on the shelf" : <OrderLink orderId={other}>on order</OrderLink>;
    },
  },
  { head: "Swapped", cell: ({ swappedAt }) => <DateText value={swappedAt} /> },
  { head: "By", cell: ({ swappedByName }) => swappedByName },
  { head: "Undo", headHidden: true, cell: (swap) => <UndoSwap of={swap} /> },
];

function UndoSwap({ of }: { of: Swap }) {
  const { undo } = useReturns();
  return (
    <UndoButton
      aria-label={`Undo the swap of ${copyName(of.found)}`}
      action={() => undo({ eventIds: [of.eventId] })}
      done="Swap undone."
    />
  );
}
