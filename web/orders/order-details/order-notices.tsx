import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import type { StaffOrder, Undoable } from "#contract/orders/orders.ts";
import { statuses } from "#contract/catalog/codes.ts";
import { dayAfter } from "#contract/orders/business-days.ts";
import { packageDaysQuery, useCacheOrder } from "#web/orders/order-queries.ts";
import { TrackingNumber } from "#web/orders/order-parts.tsx";
import { UnconfirmedAlert } from "#web/people/borrowers/confirm-mailbox.tsx";
import { BorrowerPhotos } from "#web/orders/photos.tsx";
import { isWaiting } from "#web/orders/status.ts";
import { call } from "#web/lib/call.ts";
import { ActionButton, UndoButton, useRefresh } from "#web/ui/actions/action-button.tsx";
import styles from "./order-details.module.css";
import { Row, Stack } from "#web/ui/layout.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { ForRole } from "#web/lib/session.ts";
import { formatDayAndTime } from "#web/lib/day-and-time.ts";
import { DateText, formatDay } from "#web/lib/formats.tsx";

export const undoing =
  ({ eventId }: Pick<Undoable, "eventId">) =>
  () =>
    call("POST Order/Undo/{eventId}", { params: { eventId } });

export function CanceledNotice({ order }: { order: StaffOrder }) {
  const refresh = useRefresh();
  if (!order.cancellation) return null;
  const { at, reason } = order.cancellation;
  return (
    <Alert tone="warning" title="This order is canceled">
      <Row apart>
        <span>
          {order.changedByName ? `${order.changedByName} canceled it on` : "Canceled on"}{" "}
          <DateText value={at} inSentence />
          {reason && `: ${reason}`}
        </span>
        {/* an anonymized borrower has no address to ship to */}
        {order.borrowerId !== 0 && order.undo && (
          <UndoButton action={undoing(order.undo)} done={`Order #${order.orderId} is active again.`} after={refresh} />
        )}
      </Row>
    </Alert>
  );
}

/** Tells staff when an order will be canceled unless its borrower confirms their email address. */
export function Unconfirmed({ order: { borrower, borrowerId, statusId, confirmBy } }: { order: StaffOrder }) {
  if (borrower.isMailboxConfirmed || borrowerId === 0 || statusId === statuses.returned) return null;
  return (
    <UnconfirmedAlert
      borrowerId={borrowerId}
      emailAddress={borrower.emailAddress}
      title={
        confirmBy === null ? "Email not confirmed" : `This order will be canceled on ${formatDayAndTime(confirmBy)}`
      }
    >
      {confirmBy === null
        ? "Until the borrower confirms it, we only email them about orders that have shipped."
        : "It stays open if the borrower confirms their email address by then, or if you check out a copy for it."}
    </UnconfirmedAlert>
  );
}

/** Says whom to call, because no email tells the borrower about an open order. */
export function CallInstead({ order: { borrower, borrowerId, statusId } }: { order: StaffOrder }) {
  if (borrower.isEmailed || borrowerId === 0 || !(isWaiting(statusId) || statusId === statuses.shipped)) return null;
  return (
    <Alert tone="warning" title="This borrower can’t be emailed">
      They haven’t chosen a password, so the account has no login, and no email goes out when the order ships or is due.{" "}
      <CallThem of={borrower} />
    </Alert>
  );
}

/** Volunteers don't get phone numbers. */
function CallThem({ of: { phoneNumber } }: { of: Pick<StaffOrder["borrower"], "phoneNumber"> }) {
  if (phoneNumber === "") return "A clerk calls them instead.";
  return (
    <>
      Call <PhoneLink number={phoneNumber} /> instead.
    </>
  );
}

export function PhoneLink({ number }: { number: string }) {
  return <a href={`tel:${number.replace(/[^\d+]/g, "")}`}>{number}</a>;
}

export function ClosedOnArrival({ order: { orderId, statusId } }: { order: StaffOrder }) {
  const waits = isWaiting(statusId);
  const closure = useQuery({ ...packageDaysQuery([orderId]), enabled: waits }).data?.get(orderId)?.closure;
  if (!waits || !closure) return null;
  const { from, to, about, isSummer } = closure;
  const end = to === null ? " onward" : to === from ? "" : ` to ${formatDay(to)}`;
  const reopens = to === null ? "" : ` School reopens ${formatDay(dayAfter(to, 1))}.`;
  return (
    <Alert tone="warning" title="A package shipped today would arrive at a closed school.">
      {`${isSummer ? "Summer break" : about || "Break"}: ${formatDay(from)}${end}.${reopens}`}
    </Alert>
  );
}

export function FromBorrower({ order }: { order: StaffOrder }) {
  const { sentBack, reports } = order;
  return (
    <>
      {sentBack && (
        <Alert title="The borrower says it’s on its way back">
          <p>
            Sent on <DateText value={sentBack.on} inSentence />
            {sentBack.trackingNumber !== "" && (
              <>
                , tracking number <TrackingNumber value={sentBack.trackingNumber} />
              </>
            )}
            .
          </p>
        </Alert>
      )}
      {reports.length > 0 && <Reports order={order} />}
    </>
  );
}

function Reports({ order: { orderId, reports } }: { order: StaffOrder }) {
  const cache = useCacheOrder();
  const isOpen = reports.some(({ isSettled }) => !isSettled);
  const body = { isSettled: isOpen, reports: reports.length };
  return (
    <Alert tone={isOpen ? "warning" : "info"} title="The borrower reports a problem">
      <ReportWords reports={reports} />
      <ForRole least="clerk">
        <ActionButton
          size="small"
          action={() => call("POST Order/SettleReports/{orderId}", { params: { orderId }, body })}
          onDone={cache}
        >
          {isOpen ? "Mark resolved" : "Reopen"}
        </ActionButton>
      </ForRole>
    </Alert>
  );
}

export function ReportWords({ reports }: Pick<StaffOrder, "reports">) {
  return reports.map(({ at, words, isSettled, photoIds }, index) => (
    <div key={at + words}>
      <p className={styles.note}>
        <DateText value={at} />: {words}
        {isSettled && " (resolved)"}
      </p>
      <BorrowerPhotos photoIds={photoIds} words={(n) => `Photo ${n} of the borrower’s report ${index + 1}`} />
    </div>
  ));
}

type ChangedOrder = Pick<StaffOrder, "orderId" | "statusId" | "statusName" | "undo" | "borrower">;

/** Holds the last order whose status this tab changed, for the next page. */
const justChangedQuery = queryOptions<ChangedOrder | null>({
  queryKey: ["returns", "by hand"],
  queryFn: () => null,
  enabled: false,
  gcTime: 10 * 60_000, // ms; after that, Undo is only on the order's page
});

export function useNoteStatus() {
  const client = useQueryClient();
  return (before: StaffOrder, saved: StaffOrder) => {
    const isChanged = saved.statusId !== before.statusId && saved.undo?.of === "status";
    client.setQueryData(justChangedQuery.queryKey, isChanged ? saved : null);
  };
}

export function JustChanged() {
  const { data: order } = useQuery(justChangedQuery);
  if (!order) return null;
  return (
    <Alert tone="info" title={`Order #${order.orderId} was set to ${order.statusName}`}>
      <Stack gap="tight">
        {order.statusId === statuses.shipped && !order.borrower.isEmailed && (
          <p>
            {order.borrower.borrowerName} can’t be emailed. <CallThem of={order.borrower} />
          </p>
        )}
        <Row>
          <UndoStatus order={order} />
        </Row>
      </Stack>
    </Alert>
  );
}

type UndoableOrder = Pick<ChangedOrder, "orderId" | "statusName" | "undo">;

export function UndoStatus({ order: { orderId, statusName, undo } }: { order: UndoableOrder }) {
  const client = useQueryClient();
  const refresh = useRefresh();
  if (undo?.of !== "status") return null;
  return (
    <UndoButton
      aria-label={`Undo ${statusName} of order #${orderId}`}
      action={undoing(undo)}
      done={`Order #${orderId} is back to its previous status.`}
      after={() => {
        client.setQueryData(justChangedQuery.queryKey, null);
        return refresh();
      }}
    />
  );
}
