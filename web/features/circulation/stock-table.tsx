import { TitleText } from "#web/language/title-text.tsx";
import { Ban, CircleCheck, PackageOpen } from "#web/ui/icons.tsx";
import type { ReactNode } from "react";
import { Link } from "#web/ui/router/router.tsx";
import type { Copy, ItemWithCopies } from "#contract/catalog.ts";
import { copyName } from "#web/features/circulation/order-details/copy-name.ts";
import { Badge } from "#web/ui/data/badge.tsx";
import { DescriptionList } from "#web/ui/data/description-list.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Card } from "#web/ui/layout/card.tsx";

const reasons: Record<string, string> = { repair: "In repair", lost: "Lost", damaged: "Damaged", retired: "Retired" };

const columns: Column<Copy>[] = [
  { head: "Copy", names: true, cell: copyName },
  { head: "Status", cell: (copy) => <CopyState copy={copy} /> },
  { head: "Reason", cell: ({ inactiveReason }) => (inactiveReason && reasons[inactiveReason]) ?? "–" },
  {
    head: "Order",
    cell: ({ orderId }) =>
      orderId === null ? "–" : <Link to={`/admin/orderdetails/${orderId}`}>Order #{orderId}</Link>,
  },
];

type StockTableProps = {
  item: ItemWithCopies;
  activity?: (copy: Copy, name: string) => ReactNode;
  children?: ReactNode;
};

/** Every copy of a title, its state, and the resulting counts. */
export function StockTable({ item, activity, children }: StockTableProps) {
  const doing: Column<Copy>[] = activity
    ? [{ head: "Change", headHidden: true, cell: (copy) => activity(copy, copyName(copy)) }]
    : [];
  return (
    <Card heading="Stock">
      <DescriptionList
        layout="columns"
        items={[
          { term: "In stock", value: item.inStock },
          { term: "Checked out", value: item.checkedOut },
          { term: "Requested", value: item.requestedQty },
        ]}
      />
      {item.inventoryItems.length === 0 ? (
        <EmptyState title={"This title has no copies yet."}>Add a copy so that borrowers can order it.</EmptyState>
      ) : (
        <Table
          caption={
            <>
              Copies of <TitleText of={item} />
            </>
          }
          columns={[...columns, ...doing]}
          rows={item.inventoryItems}
          rowKey={({ inventoryItemId }) => inventoryItemId}
        />
      )}
      {children}
    </Card>
  );
}

function CopyState({ copy }: { copy: Copy }) {
  const tone = copy.isInactive ? "neutral" : copy.isAvailable ? "success" : "warning";
  const Icon = icons[tone];
  return (
    <Badge tone={tone} icon={<Icon size={16} />}>
      {copy.isAvailableString}
    </Badge>
  );
}

const icons = { neutral: Ban, success: CircleCheck, warning: PackageOpen };
