import { TitleText } from "#web/language/title-text.tsx";
import { statuses } from "#contract/codes.ts";
import { Link } from "#web/ui/router/router.tsx";
import type { OrderItem, StaffOrder } from "#contract/circulation.ts";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { copyName } from "./copy-name.ts";
import styles from "./order-lines.module.css";

/** The ordered titles with their copies. */
export function OrderLines({ order }: { order: StaffOrder }) {
  return (
    <Card heading={`Items (${order.itemCount})`}>
      <Table
        caption="Items of this order"
        columns={columnsOf(order)}
        rows={order.orderItems}
        rowKey={(line) => line.orderItemId}
      />
    </Card>
  );
}

function columnsOf({ statusId }: StaffOrder): Column<OrderItem>[] {
  return [
    {
      head: "Title",
      names: true,
      cell: ({ inventory }) => (
        <Link to={`/admin/viewitem/${inventory.inventoryId}`}>
          <TitleText of={inventory} />
        </Link>
      ),
    },
    { head: "ID", cell: ({ inventory }) => `#${inventory.referenceNumber}` },
    { head: "Category", cell: ({ inventory }) => inventory.categoryName },
    { head: "Quantity", number: true, cell: ({ quantity }) => quantity },
    { head: "Copies", cell: (line) => <Copies line={line} isReturned={statusId === statuses.returned} /> },
  ];
}

function Copies({ line, isReturned }: { line: OrderItem; isReturned: boolean }) {
  if (line.orderInventoryItems.length === 0) {
    return <span className={styles.none}>{isReturned ? "All returned" : "Not checked out yet"}</span>;
  }
  const missing = line.quantity - line.orderInventoryItems.length;
  return (
    <ul className={styles.copies}>
      {line.orderInventoryItems.map(({ orderInventoryItemId, inventoryItem }) => (
        <li key={orderInventoryItemId}>{copyName(inventoryItem)}</li>
      ))}
      {missing > 0 && <li className={styles.none}>{missing} still to check out</li>}
    </ul>
  );
}
