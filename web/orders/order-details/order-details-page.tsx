import { useQuery } from "@tanstack/react-query";
import type { OrderItem, StaffOrder } from "#contract/orders/orders.ts";
import { statuses } from "#contract/catalog/codes.ts";
import type { StaffClaim } from "#contract/desk/claims.ts";
import { returnCostInWords } from "#contract/desk/package.ts";
import { ClaimState, costInWords, LostOrClaimed, OpenClaimsNote, UndoClaim } from "#web/desk/claims/claim-parts.tsx";
import { kindWords, orderList, reminderStepsQuery } from "#web/orders/desk-queries.ts";
import { CancelOrder, NextNewOrder, PackingSlip, RenewCopy, RenewOrder } from "./order-actions.tsx";
import styles from "./order-details.module.css";
import { OrderSwaps, PastAssignments } from "./order-history.tsx";
import {
  CallInstead,
  CanceledNotice,
  PhoneLink,
  ClosedOnArrival,
  FromBorrower,
  Unconfirmed,
  UndoStatus,
} from "./order-notices.tsx";
import {
  AcceptedTerms,
  BorrowerLink,
  OrderSkeleton,
  PostalAddress,
  StatusBadge,
  TitleAndCopy,
  TitleLink,
  TrackingNumber,
  UnconfirmedBadge,
  useOrderDays,
} from "#web/orders/order-parts.tsx";
import { packageContentQuery, staffOrderQuery } from "#web/orders/order-queries.ts";
import { daysOverdue } from "#web/orders/status.ts";
import { ForRole, useMay } from "#web/lib/session.ts";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { PackageOpen, Pencil } from "#web/ui/icons.tsx";
import { ButtonLink } from "#web/ui/actions/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Page, Row, Stack } from "#web/ui/layout.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { Fetched } from "#web/ui/feedback/loading.tsx";
import { BackToList, useListOrigin } from "#web/ui/navigation/links.tsx";
import { DescriptionList } from "#web/ui/data/details.tsx";
import { Link, useParams } from "#web/ui/router.tsx";
import { copyName, DateText } from "#web/lib/formats.tsx";
import { HistoryLink } from "#web/admin/activity-log.tsx";

export function AdminOrderDetailsPage() {
  const orderId = Number(useParams().id);
  const query = useQuery(staffOrderQuery(orderId));
  const from = useListOrigin(orderList.path);
  const mayEdit = useMay("clerk");
  const actions = (
    <>
      <NextNewOrder orderId={orderId} />
      <ForRole least="clerk">
        <HistoryLink kind="order" subjectId={orderId} />
      </ForRole>
      {query.data?.statusId === statuses.shipped && (
        <ButtonLink to={`/admin/returns?order=${orderId}`} icon={<PackageOpen size={18} />}>
          Check in
        </ButtonLink>
      )}
      <ForRole least="clerk">{query.data && <CancelOrder order={query.data} />}</ForRole>
      <PackingSlip orderId={orderId} />
      <ButtonLink to={`/admin/editorder/${orderId}`} state={{ from }} look="primary" icon={<Pencil size={18} />}>
        {mayEdit ? "Edit" : "Pack"}
      </ButtonLink>
    </>
  );
  return (
    <Page
      heading={`Order #${orderId}`}
      back={<BackToList path={orderList.path}>Back to Orders</BackToList>}
      actions={query.data && actions}
    >
      <Fetched query={query} what="order" skeleton={<OrderSkeleton />}>
        {(order) => (
          <>
            <CanceledNotice order={order} />
            <Unconfirmed order={order} />
            <CallInstead order={order} />
            <ClosedOnArrival order={order} />
            <OrderDetails order={order} />
          </>
        )}
      </Fetched>
    </Page>
  );
}

function OrderDetails({ order }: { order: StaffOrder }) {
  return (
    <Stack>
      <ForRole least="clerk">
        <SuggestLost order={order} />
      </ForRole>
      <FromBorrower order={order} />
      <OrderFacts order={order} />
      <Card heading={`Items (${order.itemCount})`}>
        <Table caption="Items on this order" columns={columnsOf(order)} rows={order.orderItems} rowKey="orderItemId" />
      </Card>
      <Card heading="Note">
        {order.orderNote ? <p className={styles.note}>{order.orderNote}</p> : <p className={styles.none}>No note.</p>}
      </Card>
      <ForRole least="clerk">
        {order.claims.length > 0 && (
          <Card heading="Claims">
            <Table caption="Claims on this order" columns={columns} rows={order.claims} rowKey="claimId" />
          </Card>
        )}
      </ForRole>
      {order.swaps.length > 0 && <OrderSwaps order={order} />}
      {order.pastAssignments.length > 0 && <PastAssignments order={order} />}
    </Stack>
  );
}

function OrderFacts({ order }: { order: StaffOrder }) {
  const { schoolDistrict, emailAddress, phoneNumber } = order.borrower;
  const mayCall = useMay("clerk"); // volunteers don't get these
  const { costs = [] } = useQuery(packageContentQuery).data ?? {};
  return (
    <div className={styles.pair}>
      <Card
        heading="Order"
        actions={
          order.statusId === statuses.shipped && (
            <ForRole least="clerk">
              <RenewOrder order={order} />
            </ForRole>
          )
        }
      >
        <DescriptionList
          items={[
            {
              term: "Status",
              value: (
                <Row>
                  <StatusBadge order={order} />
                  <ForRole least="clerk">
                    <UndoStatus order={order} />
                  </ForRole>
                </Row>
              ),
            },
            { term: "Ordered", value: <DateText value={order.orderDate} /> },
            ...useOrderDays(order),
            { term: "Shipped", value: <DateText value={order.shipDate} /> },
            ...(order.arrivedOn ? [{ term: "Arrived", value: <DateText value={order.arrivedOn} /> }] : []),
            { term: "Due back", value: <DateText value={order.returnDate} /> },
            { term: "Tracking number", value: <TrackingNumber value={order.trackingNumber} /> },
            { term: "Return shipping", value: returnCostInWords(order.orderItems, costs) },
            ...(order.terms ? [{ term: "Terms accepted", value: <AcceptedTerms {...order.terms} /> }] : []),
            { term: "Last changed by", value: order.changedByName },
            ...(order.importedOn ? [{ term: "Imported", value: <DateText value={order.importedOn} /> }] : []),
            ...(order.placedByName ? [{ term: "Placed for a caller by", value: order.placedByName }] : []),
          ]}
        />
      </Card>
      <Card heading="Borrower">
        <DescriptionList
          items={[
            { term: "Ship to", value: <PostalAddress borrower={order.borrower} /> },
            { term: "Borrower", value: <BorrowerLink of={{ ...order.borrower, borrowerId: order.borrowerId }} /> },
            ...(order.openClaims > 0 ? [{ term: "Claims", value: <OpenClaimsNote of={order} /> }] : []),
            ...(order.handovers.length > 0 ? [{ term: "Transferred", value: <Transfers of={order.handovers} /> }] : []),
            { term: "School district", value: schoolDistrict },
            ...(mayCall
              ? [
                  {
                    term: "Email",
                    value: (
                      <>
                        {emailAddress && <a href={`mailto:${emailAddress}`}>{emailAddress}</a>}
                        {!order.borrower.isMailboxConfirmed && <UnconfirmedBadge />}
                      </>
                    ),
                  },
                  {
                    term: "Phone",
                    value: phoneNumber && <PhoneLink number={phoneNumber} />,
                  },
                ]
              : []),
          ]}
        />
      </Card>
    </div>
  );
}

function Transfers({ of }: { of: StaffOrder["handovers"] }) {
  return of.map(({ fromName, toName, at }) => (
    <div key={at}>
      <DateText value={at} />, from {fromName || "an anonymized borrower"} to {toName || "a colleague"}
    </div>
  ));
}

function columnsOf(order: StaffOrder): Column<OrderItem>[] {
  return [
    { head: "Title", names: true, cell: ({ inventory }) => <TitleLink of={inventory} /> },
    { head: "ID", whole: true, cell: ({ inventory }) => `#${inventory.referenceNumber}` },
    { head: "Category", cell: ({ inventory }) => inventory.categoryName },
    { head: "Quantity", number: true, cell: ({ quantity }) => quantity },
    { head: "Copies", cell: (line) => <Copies line={line} order={order} /> },
  ];
}

function Copies({ line, order: { statusId, pastAssignments, claims } }: { line: OrderItem; order: StaffOrder }) {
  const { orderItemId, quantity, orderInventoryItems, inventory } = line;
  const pastCopies = pastAssignments.filter((past) => past.orderItemId === orderItemId && past.reason !== "undone");
  const isShipped = statusId === statuses.shipped;
  const missing = quantity - orderInventoryItems.length - (isShipped ? pastCopies.length : 0);
  if (statusId === statuses.canceled) return <span className={styles.none}>None</span>;
  if (orderInventoryItems.length === 0 && (statusId === statuses.returned || missing <= 0)) {
    const isAnyLost = pastCopies.some(({ reason }) => reason === "lost");
    return <span className={styles.none}>{isAnyLost ? "None on loan" : "All returned"}</span>;
  }
  if (orderInventoryItems.length === 0) return <span className={styles.none}>Not checked out yet</span>;
  return (
    <ul className={styles.copies}>
      {orderInventoryItems.map(({ orderInventoryItemId, inventoryItem, dueDate }) => (
        <li key={orderInventoryItemId}>
          <span>
            {copyName(inventoryItem)}
            {dueDate && (
              <>
                , due <DateText value={dueDate} />
              </>
            )}
          </span>
          {isShipped && (
            <Row>
              <LostOrClaimed
                loanId={orderInventoryItemId}
                name={copyName(inventoryItem)}
                cost={inventory.replacementCost}
                claims={claims}
              />
              <RenewCopy loanId={orderInventoryItemId} name={copyName(inventoryItem)} />
            </Row>
          )}
        </li>
      ))}
      {missing > 0 && <li className={styles.none}>{missing} still to check out</li>}
    </ul>
  );
}

function SuggestLost({ order }: { order: StaffOrder }) {
  const minDays = useQuery(reminderStepsQuery).data?.suggestLostAfter ?? 0;
  const days = daysOverdue(order);
  const isOut = order.orderItems.some(({ orderInventoryItems }) => orderInventoryItems.length > 0);
  if (minDays === 0 || days < minDays || !isOut) return null;
  return (
    <Alert tone="warning" title={`${days} days overdue`}>
      Reminders didn’t help. You can declare the missing copies lost and email the borrower the cost.
    </Alert>
  );
}

const columns: Column<StaffClaim>[] = [
  {
    head: "Copy",
    names: true,
    cell: (row) => (
      <Link to={`/admin/claims/${row.claimId}`}>
        <TitleAndCopy of={row} />
      </Link>
    ),
  },
  { head: "Kind", cell: ({ kind }) => kindWords[kind] },
  { head: "Cost", number: true, cell: (row) => costInWords(row) },
  { head: "Status", cell: (row) => <ClaimState of={row} /> },
  { head: "Undo", headHidden: true, cell: (row) => <UndoClaim of={row} /> },
];
