import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import type { Copy, ItemWithCopies } from "#contract/catalog/catalog.ts";
import type { TitleHold, TitleHolder, TitleUse } from "#contract/catalog/archive.ts";
import { reasonWords, StockReasons } from "#web/orders/stock-reasons.tsx";
import { TitleText } from "#web/language/title-text.tsx";
import { Button, ButtonLink } from "#web/ui/actions/button.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { Ban, CircleCheck, PackageOpen } from "#web/ui/icons.tsx";
import { orderList, titleUseQuery } from "./desk-queries.ts";
import { OrderLink } from "./order-parts.tsx";
import { writingTo } from "#web/people/messages.ts";
import { copyName, DateText } from "#web/lib/formats.tsx";
import { ForRole } from "#web/lib/session.ts";
import { Badge } from "#web/ui/data/badge.tsx";
import { DescriptionList } from "#web/ui/data/details.tsx";
import { EmptyState } from "#web/ui/feedback/notices.tsx";
import { Fetched } from "#web/ui/feedback/loading.tsx";
import { Card } from "#web/ui/card.tsx";
import { Row } from "#web/ui/layout.tsx";
import { Link } from "#web/ui/router.tsx";

const reasons: Readonly<Record<string, string | undefined>> = reasonWords;

const columnsOf = ({ shelfLocation }: ItemWithCopies, heldIds: ReadonlySet<number>): Column<Copy>[] => [
  { head: "Copy", names: true, whole: true, cell: copyName },
  { head: "Shelf", cell: (copy) => copy.shelfLocation || shelfLocation || "–" },
  { head: "Status", cell: (copy) => <CopyState copy={copy} isHeld={heldIds.has(copy.inventoryItemId)} /> },
  { head: "Reason", cell: ({ inactiveReason }) => (inactiveReason && reasons[inactiveReason]) ?? "–" },
  { head: "Order", cell: ({ orderId }) => <OrderLink orderId={orderId} /> },
  { head: "Last seen", cell: ({ lastSeenAt }) => <DateText value={lastSeenAt} /> },
];

type StockTableProps = {
  item: ItemWithCopies;
  activity?: (copy: Copy, name: string) => ReactNode;
  children?: ReactNode;
};

export function StockTable({ item, activity, children }: StockTableProps) {
  const use = useQuery(titleUseQuery(item.inventoryId));
  const columns = columnsOf(item, new Set(use.data?.holds.map(({ inventoryItemId }) => inventoryItemId)));
  if (activity) columns.push({ head: "Change", headHidden: true, cell: (copy) => activity(copy, copyName(copy)) });
  const current = item.inventoryItems.filter(({ isArchived }) => !isArchived);
  const archived = item.inventoryItems.filter(({ isArchived }) => isArchived);
  return (
    <Card heading="Stock">
      <DescriptionList
        layout="numbers"
        items={[
          { term: "In stock", value: item.inStock },
          { term: "Checked out", value: item.checkedOut },
          { term: "Requested", value: item.requestedQty },
          { term: "All copies", value: current.length },
          { term: "Inactive", value: current.filter(({ isInactive }) => isInactive).length },
          ...(use.data && use.data.later > 0 ? [{ term: "Reserved for later", value: use.data.later }] : []),
        ]}
      />
      {current.length > 0 && <WhyOutOfStock item={item} />}
      <Fetched query={use} what="current loans" skeleton={null}>
        {(data) => <TitleHolders use={data} of={item} />}
      </Fetched>
      {current.length === 0 ? (
        <EmptyState title="No copies yet">Add a copy so that borrowers can order it.</EmptyState>
      ) : (
        <Table
          caption={
            <>
              Copies of <TitleText of={item} />
            </>
          }
          columns={columns}
          rows={current}
          rowKey="inventoryItemId"
        />
      )}
      {children}
      {archived.length > 0 && (
        <details>
          <summary>
            {archived.length} archived {archived.length === 1 ? "copy" : "copies"}
          </summary>
          <Table caption="Archived copies" columns={columns} rows={archived} rowKey="inventoryItemId" />
        </details>
      )}
    </Card>
  );
}

function CopyState({ copy, isHeld }: { copy: Copy; isHeld: boolean }) {
  const isOnHold = isHeld && copy.isAvailable;
  const tone = copy.isInactive ? "neutral" : copy.isAvailable && !isOnHold ? "success" : "warning";
  const Icon = icons[tone];
  return (
    <Badge tone={tone} icon={<Icon size={16} />}>
      {isOnHold ? "On hold" : copy.isAvailableString}
    </Badge>
  );
}

const icons = { neutral: Ban, success: CircleCheck, warning: PackageOpen };

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
  { head: "Copies", cell: (user) => (user.is === "order" ? <Copies of={user} /> : "1 reserved") },
  { head: "Borrower", cell: ({ borrowerName }) => borrowerName },
  { head: "School", cell: ({ schoolName }) => schoolName },
  {
    head: "Due back",
    cell: (user) =>
      user.is === "order" && user.out > 0 && user.returnDate ? <DateText value={user.returnDate} /> : "–",
  },
];

function Copies({ of: { out, reserved, later, shipOn } }: { of: TitleHolder }) {
  if (out > 0) return `${out} on loan`;
  return (
    <>
      {reserved > 0 && `${reserved} reserved`}
      {reserved > 0 && later > 0 && ", "}
      {later > 0 && (
        <>
          later: {later}, ships by <DateText value={shipOn} />
        </>
      )}
    </>
  );
}

type Use = Pick<TitleUse, "orders" | "holds" | "holdTotal"> & { orderTotal: number };

function TitleHolders({ use: { orders, orderTotal, holds, holdTotal }, of: item }: { use: Use; of: ItemWithCopies }) {
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
            Loans and reservations of <TitleText of={item} />
          </>
        }
        columns={columns}
        rows={users}
        rowKey={(user) => (user.is === "order" ? `order ${user.orderId}` : `copy ${user.inventoryItemId}`)}
      />
      {orders.some(({ out }) => out > 0) && (
        <ForRole least="clerk">
          <Row>
            <ButtonLink size="small" to={writingTo.href({ to: "title", id: item.inventoryId })}>
              Email its borrowers
            </ButtonLink>
          </Row>
        </ForRole>
      )}
      {orderTotal > orders.length && (
        <p>
          The first {orders.length} of {orderTotal} orders.{" "}
          <Link to={orderList.href({ text: item.referenceNumber })}>Show all orders of this title</Link>
        </p>
      )}
      {holdTotal > holds.length && (
        <p>
          The first {holds.length} of {holdTotal} copies on hold. <Link to="/admin/holds">Hold shelf</Link>
        </p>
      )}
    </>
  );
}

function WhyOutOfStock({ item: { inventoryId, inStock } }: { item: ItemWithCopies }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Row>
        <Button size="small" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {inStock === 0 ? "Why is this out of stock?" : "How does the stock add up?"}
        </Button>
      </Row>
      <div id={id} hidden={!open}>
        {open && <StockReasons inventoryId={inventoryId} />}
      </div>
    </>
  );
}
