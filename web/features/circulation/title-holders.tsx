import type { ItemWithCopies } from "#contract/catalog.ts";
import type { TitleHold, TitleHolder, TitleUse } from "#contract/titles/title-use.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { DateText } from "#web/ui/data/date-text.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { Link } from "#web/ui/router/router.tsx";
import { orderFilters } from "./order-queries.ts";

type User = (TitleHolder & { is: "order" }) | (TitleHold & { is: "hold" });

const columns: Column<User>[] = [
  {
    head: "Order",
    names: true,
    cell: (user) =>
      user.is === "order" ? (
        <Link to={`/admin/orderdetails/${user.orderId}`} data-row-link>
          Order #{user.orderId}
        </Link>
      ) : (
        `On hold: #${user.skuNumber} copy ${user.copyNumber}`
      ),
  },
  { head: "Copies", cell: (user) => (user.is === "order" ? <Copies of={user} /> : "1 promised") },
  { head: "Borrower", cell: ({ borrowerName }) => borrowerName },
  { head: "School", cell: ({ schoolName }) => schoolName },
  {
    head: "Due back",
    cell: (user) =>
      user.is === "order" && user.out > 0 && user.returnDate ? <DateText value={user.returnDate} /> : "–",
  },
];

/** What an order has of a title, or was promised; what it is not to be packed for yet is said apart. */
function Copies({ of: { out, promised, later, leavesOn } }: { of: TitleHolder }) {
  if (out > 0) return `${out} out`;
  return (
    <>
      {promised > 0 && `${promised} promised`}
      {promised > 0 && later > 0 && ", "}
      {later > 0 && (
        <>
          later: {later}, leaves by <DateText value={leavesOn} />
        </>
      )}
    </>
  );
}

type Use = Pick<TitleUse, "orders" | "holds" | "holdTotal"> & { orderTotal: number };

/** Who has copies of a title or was promised some, order by order, and who has one held; nothing when nobody is. */
export function TitleHolders({
  use: { orders, orderTotal, holds, holdTotal },
  of: item,
}: {
  use: Use;
  of: ItemWithCopies;
}) {
  const users: User[] = [
    ...orders.map((order) => ({ ...order, is: "order" as const })),
    ...holds.map((hold) => ({ ...hold, is: "hold" as const })),
  ];
  if (users.length === 0) return null;
  return (
    <>
      <Table
        caption={
          <>
            Who has <TitleText of={item} />, and to whom it is promised
          </>
        }
        columns={columns}
        rows={users}
        rowKey={(user) => (user.is === "order" ? `order ${user.orderId}` : `copy ${user.inventoryItemId}`)}
      />
      {orderTotal > orders.length && (
        <p>
          The first {orders.length} of {orderTotal} orders.{" "}
          <Link to={orderFilters.href({ text: item.referenceNumber })}>Show all orders of this title</Link>
        </p>
      )}
      {holdTotal > holds.length && (
        <p>
          The first {holds.length} of {holdTotal} copies on hold. <Link to="/admin/holds">Show the hold shelf</Link>
        </p>
      )}
    </>
  );
}
