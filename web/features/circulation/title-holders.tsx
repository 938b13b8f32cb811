import type { ItemWithCopies } from "#contract/catalog.ts";
import type { TitleHolder, TitleUse } from "#contract/titles/title-use.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { DateText } from "#web/ui/data/date-text.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { Link } from "#web/ui/router/router.tsx";
import { orderFilters } from "./order-queries.ts";

const columns: Column<TitleHolder>[] = [
  {
    head: "Order",
    names: true,
    cell: ({ orderId }) => (
      <Link to={`/admin/orderdetails/${orderId}`} data-row-link>
        Order #{orderId}
      </Link>
    ),
  },
  { head: "Copies", cell: ({ out, promised }) => (out > 0 ? `${out} out` : `${promised} promised`) },
  { head: "Borrower", cell: ({ borrowerName }) => borrowerName },
  { head: "School", cell: ({ schoolName }) => schoolName },
  { head: "Due back", cell: ({ out, returnDate }) => (out > 0 && returnDate ? <DateText value={returnDate} /> : "–") },
];

type TitleHoldersProps = { use: Pick<TitleUse, "orders"> & { orderTotal: number }; of: ItemWithCopies };

/** Who has copies of a title or was promised some, order by order; nothing when nobody is. */
export function TitleHolders({ use: { orders, orderTotal }, of: item }: TitleHoldersProps) {
  if (orders.length === 0) return null;
  return (
    <>
      <Table
        caption={
          <>
            Orders with <TitleText of={item} />
          </>
        }
        columns={columns}
        rows={orders}
        rowKey={({ orderId }) => orderId}
      />
      {orderTotal > orders.length && (
        <p>
          The first {orders.length} of {orderTotal} orders.{" "}
          <Link to={orderFilters.href({ text: item.referenceNumber })}>Show all orders of this title</Link>
        </p>
      )}
    </>
  );
}
