import { useQuery } from "@tanstack/react-query";
import { TitleText } from "#web/language/title-text.tsx";
import { Ban, CircleCheck, PackageOpen } from "#web/ui/icons.tsx";
import { type ReactNode, useId, useState } from "react";
import { Link } from "#web/ui/router/router.tsx";
import type { Copy, ItemWithCopies } from "#contract/catalog.ts";
import { copyName } from "#web/features/circulation/order-details/copy-name.ts";
import { Badge } from "#web/ui/data/badge.tsx";
import { DateText } from "#web/ui/data/date-text.tsx";
import { DescriptionList } from "#web/ui/data/description-list.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { titleUseQuery } from "./title-use.ts";
import type { TitleHold, TitleHolder, TitleUse } from "#contract/titles/archive.ts";
import { orderFilters } from "./order-queries.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { Row } from "#web/ui/layout/stack.tsx";

const reasons: Record<string, string> = {
  inspection: "Waits for inspection",
  repair: "In repair",
  lost: "Lost",
  damaged: "Damaged",
  retired: "Retired",
};

const columnsOf = ({ shelfPlace }: ItemWithCopies, held: ReadonlySet<number>): Column<Copy>[] => [
  { head: "Copy", names: true, whole: true, cell: copyName },
  { head: "Shelf", cell: (copy) => copy.shelfPlace || shelfPlace || "–" },
  { head: "Status", cell: (copy) => <CopyState copy={copy} isHeld={held.has(copy.inventoryItemId)} /> },
  { head: "Reason", cell: ({ inactiveReason }) => (inactiveReason && reasons[inactiveReason]) ?? "–" },
  {
    head: "Order",
    cell: ({ orderId }) =>
      orderId === null ? "–" : <Link to={`/admin/orderdetails/${orderId}`}>Order #{orderId}</Link>,
  },
  { head: "Last seen", cell: ({ lastSeenAt }) => <DateText value={lastSeenAt} /> },
];

type StockTableProps = {
  item: ItemWithCopies;
  activity?: (copy: Copy, name: string) => ReactNode;
  children?: ReactNode;
};

/** Every copy of a title and its state, the resulting counts, and who has copies or was promised some. */
export function StockTable({ item, activity, children }: StockTableProps) {
  const use = useQuery(titleUseQuery(item.inventoryId));
  const columns = columnsOf(item, new Set(use.data?.holds.map(({ inventoryItemId }) => inventoryItemId)));
  if (activity) columns.push({ head: "Change", headHidden: true, cell: (copy) => activity(copy, copyName(copy)) });
  const kept = item.inventoryItems.filter(({ isArchived }) => !isArchived);
  const archived = item.inventoryItems.filter(({ isArchived }) => isArchived);
  return (
    <Card heading="Stock">
      <DescriptionList
        layout="numbers"
        items={[
          { term: "In stock", value: item.inStock },
          { term: "Checked out", value: item.checkedOut },
          { term: "Requested", value: item.requestedQty },
          { term: "All copies", value: kept.length },
          { term: "Inactive", value: kept.filter(({ isInactive }) => isInactive).length },
          { term: "Out", value: use.data?.out },
          { term: "Promised", value: use.data?.promised },
          ...(use.data && use.data.later > 0 ? [{ term: "Promised for later", value: use.data.later }] : []),
        ]}
      />
      {kept.length > 0 && <WhyOutOfStock item={item} />}
      <Fetched query={use} what="who has copies" skeleton={null}>
        {(known) => <TitleHolders use={known} of={item} />}
      </Fetched>
      {kept.length === 0 ? (
        <EmptyState title={"This title has no copies yet."}>Add a copy so that borrowers can order it.</EmptyState>
      ) : (
        <Table
          caption={
            <>
              Copies of <TitleText of={item} />
            </>
          }
          columns={columns}
          rows={kept}
          rowKey={({ inventoryItemId }) => inventoryItemId}
        />
      )}
      {children}
      {archived.length > 0 && (
        <details>
          <summary>
            {archived.length} archived {archived.length === 1 ? "copy" : "copies"}
          </summary>
          <Table
            caption="Archived copies"
            columns={columns}
            rows={archived}
            rowKey={({ inventoryItemId }) => inventoryItemId}
          />
        </details>
      )}
    </Card>
  );
}

function CopyState({ copy, isHeld }: { copy: Copy; isHeld: boolean }) {
  const isOnHold = isHeld && copy.isAvailable; // on the hold shelf, and nobody else's
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

const load = () => import("#web/features/circulation/reasons/stock-reasons.tsx");
type Loaded = Awaited<ReturnType<typeof load>>;

/** Asks why copies cannot be ordered; what answers is loaded then. */
function WhyOutOfStock({ item }: { item: { inventoryId: number; inStock: number } }) {
  const id = useId();
  const [loaded, setLoaded] = useState<Loaded>();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const toggle = () => {
    setOpen(!open);
    if (open || loaded) return;
    setBusy(true);
    load().then(
      (parts) => {
        setLoaded(parts);
        setBusy(false);
      },
      () => {
        setOpen(false);
        setBusy(false);
        toast("The reasons couldn’t load. Check your connection, then try again.", "error");
      },
    );
  };
  return (
    <>
      <Row>
        <Button size="small" aria-expanded={open} aria-controls={id} busy={busy} onClick={toggle}>
          {item.inStock === 0 ? "Why is this out of stock?" : "How does the stock add up?"}
        </Button>
      </Row>
      <div id={id} hidden={!open}>
        {open && loaded && <loaded.StockReasons inventoryId={item.inventoryId} />}
      </div>
    </>
  );
}
