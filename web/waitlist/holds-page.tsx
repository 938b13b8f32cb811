import type { HoldShelfCopy } from "#contract/waitlist/waitlist.ts";
import { holdShelf } from "#web/orders/desk-queries.ts";
import { NotEmailed, OrderLink, TitleLink } from "#web/orders/order-parts.tsx";
import { List } from "#web/ui/data/list.tsx";
import type { Column } from "#web/ui/data/table.tsx";
import { CircleCheck } from "#web/ui/icons.tsx";
import { Page } from "#web/ui/layout.tsx";
import { copyName, TimeText } from "#web/lib/formats.tsx";

export function HoldsPage() {
  return (
    <Page
      heading="Hold shelf"
      lead="Copies held for the next person on the waitlist. Don’t shelve them or lend them to anyone else."
    >
      <List
        of={holdShelf}
        name="held copies"
        caption="Copies on hold, orders to pack first"
        columns={columns}
        rowKey="inventoryItemId"
        emptyTitle="No copies are on hold."
        empty="Returned copies that someone is waiting for appear here."
        emptyIcon={<CircleCheck size={28} />}
      />
    </Page>
  );
}

const columns: Column<HoldShelfCopy>[] = [
  { head: "Copy", names: true, whole: true, cell: copyName },
  { head: "Title", cell: (copy) => <TitleLink of={copy} /> },
  {
    head: "Borrower",
    cell: ({ borrowerName, isReached, orderId }) => (
      <>
        {borrowerName} {!isReached && orderId === null && <NotEmailed />}
      </>
    ),
  },
  { head: "School", cell: ({ schoolName }) => schoolName },
  { head: "Until", cell: (copy) => <Until copy={copy} /> },
];

function Until({ copy: { orderId, until } }: { copy: HoldShelfCopy }) {
  if (orderId !== null)
    return (
      <>
        Ordered. <OrderLink orderId={orderId}>Pack order</OrderLink>
      </>
    );
  return until === null ? "Just returned" : <TimeText value={until} />;
}
