import type { HeldForSomebody } from "#contract/waitlist/waitlist.ts";
import { holdShelf } from "#web/orders/desk-queries.ts";
import { NotEmailed, TitleLink } from "#web/orders/order-parts.tsx";
import { copyName } from "#web/lib/copy-name.ts";
import { TimeText } from "#web/ui/data/date-text.tsx";
import { List } from "#web/ui/data/list.tsx";
import type { Column } from "#web/ui/data/table.tsx";
import { CircleCheck } from "#web/ui/icons.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { BackLink } from "#web/ui/navigation/back-link.tsx";
import { Link } from "#web/ui/router/router.tsx";

export function HoldsPage() {
  return (
    <Page
      heading="Hold shelf"
      lead="Copies that came back for the next in line: not to be shelved, and nobody else can have them."
      back={<BackLink to="/admin/dashboard">Dashboard</BackLink>}
    >
      <List
        of={holdShelf}
        name="held copies"
        caption="Copies that are held, those to pack first"
        columns={columns}
        rowKey="inventoryItemId"
        emptyTitle="Nothing is held."
        empty="What comes back while somebody is in line for it appears here."
        emptyIcon={<CircleCheck size={28} />}
      />
    </Page>
  );
}

const columns: Column<HeldForSomebody>[] = [
  { head: "Copy", names: true, whole: true, cell: copyName },
  { head: "Title", cell: (copy) => <TitleLink of={copy} /> },
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
