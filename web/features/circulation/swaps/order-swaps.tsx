import type { StaffOrder } from "#contract/circulation.ts";
import type { Swap } from "#contract/desk/returns.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { DateText } from "#web/ui/data/date-text.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { Undo2 } from "#web/ui/icons.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Link } from "#web/ui/router/router.tsx";
import { copyName } from "../order-details/copy-name.ts";
import { useUndoSwap } from "./use-swaps.ts";

/** The copies of an order that were swapped, each with Undo. */
export function OrderSwaps({ order: { orderId, swaps } }: { order: StaffOrder }) {
  return (
    <Card heading="Swapped copies">
      <Table
        caption="Swapped copies of this order"
        columns={columnsOf(orderId)}
        rows={swaps}
        rowKey={({ swapId }) => swapId}
      />
    </Card>
  );
}

/** What an order has since, and had before: of the order that was swapped with, it is the other way around. */
const seenFrom = (orderId: number, { orderId: mine, otherOrderId, found, recorded }: Swap) =>
  mine === orderId ? { has: found, had: recorded, other: otherOrderId } : { has: recorded, had: found, other: mine };

const columnsOf = (orderId: number): Column<Swap>[] => [
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
    head: "Which is",
    cell: (swap) => {
      const { other } = seenFrom(orderId, swap);
      return other === null ? "on the shelf" : <Link to={`/admin/orderdetails/${other}`}>on order #{other}</Link>;
    },
  },
  { head: "Swapped", cell: ({ swappedAt }) => <DateText value={swappedAt} /> },
  { head: "By", cell: ({ swappedByName }) => swappedByName },
  { head: "Undo", headHidden: true, cell: (swap) => <UndoSwap of={swap} /> },
];

function UndoSwap({ of }: { of: Swap }) {
  const { mutate, isPending } = useUndoSwap();
  return (
    <Button
      size="small"
      icon={<Undo2 size={18} />}
      busy={isPending}
      aria-label={`Undo the swap of ${copyName(of.found)}`}
      onClick={() => mutate(of.swapId)}
    >
      Undo
    </Button>
  );
}
