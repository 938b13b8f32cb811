import { updateOrder } from "#contract/orders/orders.ts";
import { statuses } from "#contract/catalog/codes.ts";
import * as changes from "#contract/orders/order-changes.ts";
import { checkInCopy } from "#contract/desk/returns.ts";
import type { Transaction } from "#server/platform/database.ts";
import type { OrderState } from "../events/events.queries.ts";
import { enqueueNotice, withdrawNotice } from "./notices.ts";

type Change = { call: string; before: OrderState; after: OrderState };

/** Schedules the email about a change, and withdraws the one about a status that no longer holds. */
export async function noticeChange(tx: Transaction, change: Change): Promise<void> {
  await notices.get(change.call)?.(tx, change);
}

type Notice = (tx: Transaction, change: Change) => Promise<void>;

const canceled: Notice = async (tx, { after: { order_id: orderId, columns } }) => {
  if (columns.status_id === statuses.canceled) await enqueueNotice(tx, { kind: "cancel", orderId });
};

/** Waits until the desk has paused, so that one email covers a package. */
const returned: Notice = async (tx, { after: { order_id: orderId } }) =>
  enqueueNotice(tx, { kind: "return", orderId }, "desk");

const changed: Notice = async (tx, { before: { order_id: orderId, lines, days } }) =>
  enqueueNotice(tx, { kind: "change", orderId, before: { lines, days } });

const renewed: Notice = async (tx, { before: { order_id: orderId, columns } }) =>
  enqueueNotice(tx, { kind: "due", orderId, before: { due: columns.return_date } });

/** The renewed copy is due last; the other changed ones got the date of their order. */
const copyRenewed: Notice = async (tx, { before: { order_id: orderId, columns, loans }, after }) => {
  const changedLoans = Object.entries(after.loans).filter(([id, { due_on }]) => due_on !== (loans[id]?.due_on ?? null));
  const [last] = changedLoans.toSorted(([, a], [, b]) => ((a.due_on ?? "") < (b.due_on ?? "") ? 1 : -1));
  if (!last) return;
  const due = loans[last[0]]?.due_on ?? columns.return_date;
  await enqueueNotice(tx, { kind: "due", orderId, assignmentId: Number(last[0]), before: { due } });
};

const saved: Notice = async (tx, { before: { order_id: orderId, columns: was }, after: { columns: is } }) => {
  if (was.status_id === is.status_id) {
    const isDueDateChanged = was.return_date !== null && was.return_date !== is.return_date;
    if (is.status_id === statuses.shipped && isDueDateChanged)
      await enqueueNotice(tx, { kind: "due", orderId, before: { due: was.return_date } });
    return;
  }
  if (was.status_id === statuses.canceled) await withdrawNotice(tx, { kind: "cancel", orderId });
  // A Returned order can become Shipped again in several ways, so its email checks the status when it is written.
  if (was.status_id === statuses.shipped && is.status_id !== statuses.returned)
    await withdrawNotice(tx, { kind: "shipped", orderId });
  if (is.status_id === statuses.returned) await enqueueNotice(tx, { kind: "return", orderId });
  if (is.status_id === statuses.shipped) await enqueueNotice(tx, { kind: "shipped", orderId });
};

const notices = new Map<string, Notice>([
  [changes.cancelOrder.call, canceled],
  [changes.cancelOwnOrder.call, canceled],
  [changes.removeOwnTitle.call, canceled],
  [changes.changeDays.call, changed],
  [changes.changeLines.call, changed],
  [changes.renewCopy.call, copyRenewed],
  [changes.renewOrder.call, renewed],
  [changes.renewOrders.call, renewed],
  [changes.renewOwnOrder.call, renewed],
  [checkInCopy.call, returned],
  [updateOrder.call, saved],
]);
