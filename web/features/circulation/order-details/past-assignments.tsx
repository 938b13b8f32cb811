import { TitleText } from "#web/language/title-text.tsx";
import type { OrderItem, StaffOrder } from "#contract/circulation.ts";
import { DateText } from "#web/ui/data/date-text.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { copyName } from "./copy-name.ts";

type Past = StaffOrder["pastAssignments"][number] & { at: number; item: OrderItem["inventory"] | undefined };

const columns: Column<Past>[] = [
  { head: "Copy", names: true, cell: copyName },
  { head: "Title", cell: ({ item }) => item && <TitleText of={item} /> },
  { head: "Checked out", cell: ({ assignedAt }) => <DateText value={assignedAt} /> },
  { head: "Returned on", cell: ({ returnedAt }) => <DateText value={returnedAt} /> },
  { head: "Why", cell: ({ reason }) => (reason === "undone" ? "Check-out undone" : "Returned") },
];

/** The copies that were on this order earlier; nothing without any. */
export function PastAssignments({ order }: { order: StaffOrder }) {
  if (order.pastAssignments.length === 0) return null;
  const items = new Map(order.orderItems.map(({ orderItemId, inventory }) => [orderItemId, inventory]));
  const rows = order.pastAssignments.map((past, at) => ({ ...past, at, item: items.get(past.orderItemId) }));
  return (
    <Card heading="Earlier check-outs">
      <Table caption="Copies that were on this order earlier" columns={columns} rows={rows} rowKey={({ at }) => at} />
    </Card>
  );
}
