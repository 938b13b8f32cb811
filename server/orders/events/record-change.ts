import type { CallName } from "#contract/all.ts";
import { groupBy } from "#server/group-by.ts";
import type { Transaction } from "#server/platform/database.ts";
import { type ActorOrJob, changesBetween, type Snapshot } from "#server/platform/record-activity.ts";
import {
  type Changes,
  insertEntries,
  insertEvent,
  insertEvents,
  type Loan,
  type LoanColumns,
  orderColumnNames,
  orderColumns,
  type OrderState,
  statesOf,
} from "./events.queries.ts";
import type { JobCall } from "#contract/admin/activity-log.ts";
import { undoChange, updateOrder } from "#contract/orders/orders.ts";
import { statuses } from "#contract/catalog/codes.ts";
import * as changes from "#contract/orders/order-changes.ts";
import { checkInCopy } from "#contract/desk/returns.ts";
import { hasMail } from "#server/platform/mail/outbox.queries.ts";
import { enqueueNotice, withdrawNotice } from "../notices/notices.queries.ts";

type ChangeOptions = { call: CallName | JobCall; orderIds: readonly number[]; isOwn?: boolean };

/**
 * Runs a change of locked orders, writes an event for each changed order, and schedules the email. Logs the activity
 * unless the change is a borrower's own. A change by staff keeps an order
 * with an unconfirmed mailbox. `eventId` is undefined if nothing changed.
 */
export async function recordChange<T>(
  tx: Transaction,
  actor: ActorOrJob,
  { call, orderIds, isOwn = false }: ChangeOptions,
  change: (before: ReadonlyMap<number, OrderState>) => Promise<T>,
): Promise<{ result: T; eventId: number | undefined }> {
  const before = await statesOf(tx, orderIds);
  const result = await change(before);
  const after = await statesOf(tx, orderIds);
  let first: number | undefined;
  for (const orderId of orderIds) {
    const [previous, current] = [before.get(orderId), after.get(orderId)];
    if (!previous || !current) continue;
    const words = changesBetween(snapshotOf(previous), snapshotOf(current));
    const changes = differences(previous, current);
    if (words.length + Object.keys(changes.order).length + Object.keys(changes.loans).length === 0) continue;
    const isLogged = !isOwn && words.length > 0;
    const isByStaff = !isOwn && actor.userId !== null;
    const event = { orderId, partOf: first, call, changes, words: isLogged ? words : undefined, isByStaff };
    const eventId = await insertEvent(tx, event, actor);
    first ??= eventId;
    await notices.get(call)?.(tx, { before: previous, after: current, changes });
  }
  return { result, eventId: first };
}

type NewOrders = { call: CallName; orderIds: readonly number[]; source: Snapshot };

/** Writes the first event of imported orders, with the activity log entry; `source` says where they came from. */
export async function recordNew(tx: Transaction, actor: ActorOrJob, { call, orderIds, source }: NewOrders) {
  const events = [...(await statesOf(tx, orderIds)).values()].map((state) => ({
    orderId: state.order_id,
    changes: differences(undefined, state),
    words: changesBetween(null, { ...source, ...snapshotOf(state) }),
  }));
  await insertEvents(tx, call, events, actor);
}

/** Logs that new orders were removed, with what they were. */
export async function logRemoved(tx: Transaction, actor: ActorOrJob, { call, orderIds }: Omit<NewOrders, "source">) {
  const entries = [...(await statesOf(tx, orderIds)).values()].map((state) => ({
    orderId: state.order_id,
    words: changesBetween(snapshotOf(state), {}),
  }));
  await insertEntries(tx, call, entries, actor);
}

/** Builds a readable snapshot of an order for the activity log. */
export function snapshotOf({ status_name, columns, lines, loans, claims, days }: OrderState): Snapshot {
  const all = Object.values(loans).toSorted((a, b) => compare(a.title, b.title) || compare(a.copy, b.copy));
  const current = all.filter(({ released_at }) => released_at === null);
  const checkIns = all.flatMap(({ condition, missing_parts, condition_note, ...loan }) =>
    condition === null
      ? []
      : { ...loan, copy: `${loan.copy} (${[condition, missing_parts, condition_note].filter(Boolean).join(": ")})` },
  );
  const separateRenewals = current.filter(({ due_on }) => due_on !== null && due_on !== columns.return_date);
  return {
    Status: status_name,
    ...logFields(columns),
    ...(days && { "Teaching dates": `${days.teachFrom} to ${days.teachTo}` }),
    ...joinByName(
      lines,
      ({ title }) => `Quantity of "${title}"`,
      (same) => `${same.reduce((sum, { quantity }) => sum + quantity, 0)}`,
    ),
    ...joinByName(
      separateRenewals,
      ({ copy }) => `Return date of ${copy}`,
      ([loan]) => loan?.due_on ?? "",
    ),
    ...joinByName(
      claims,
      ({ copy }) => `Claim of ${copy}`,
      (same) => same.map(({ words }) => words).join(" / "),
    ),
    ...joinByName(checkIns, ({ title }) => `Checked in of "${title}"`, copiesInWords),
    ...joinByName(current, ({ title }) => `Copies of "${title}"`, copiesInWords),
  };
}

const logFields = (columns: OrderState["columns"]): Snapshot =>
  Object.fromEntries(
    orderColumnNames.flatMap((name) => {
      const column = orderColumns[name];
      return "log" in column ? [[column.log, columns[name]]] : [];
    }),
  );

const compare = (a: string, b: string) => a.localeCompare(b, "en", { numeric: true });
const copiesInWords = (loans: readonly { copy: string }[]) => loans.map(({ copy }) => copy).join(", ");

/** Joins rows into fields by name, as titles with the same name share one. */
function joinByName<T>(rows: readonly T[], name: (row: T) => string, words: (same: T[]) => string): Snapshot {
  const byName = groupBy(rows, name);
  return Object.fromEntries([...byName].map(([field, same]) => [field, words(same)]));
}

/** `before` is undefined for a new order. */
function differences(before: OrderState | undefined, after: OrderState): Changes {
  const changes: Changes = { order: {}, loans: {}, claims: {} };
  for (const column of orderColumnNames) {
    const [previous, current] = [before?.columns[column] ?? null, after.columns[column]];
    if (previous !== current) changes.order[column] = [previous, current];
  }
  for (const [id, loan] of Object.entries(after.loans)) {
    const previous = before?.loans[id];
    if (JSON.stringify(previous) !== JSON.stringify(loan))
      changes.loans[id] = [previous ? columnsOf(previous) : null, columnsOf(loan)];
  }
  const states = new Map(before?.claims.map(({ claim_id, state }) => [claim_id, state]));
  for (const { claim_id: id, state } of after.claims) {
    const previous = states.get(id) ?? null;
    if (previous !== state) changes.claims[id] = [previous, state];
  }
  return changes;
}

const columnsOf = ({ title: _title, copy: _copy, ...columns }: Loan): LoanColumns => columns;

type Change = { before: OrderState; after: OrderState; changes: Changes };
/** Schedules the email about a change, and withdraws the one about a status that no longer holds. */
type Notice = (tx: Transaction, change: Change) => Promise<void>;

const cancellation: Notice = async (tx, { after: { order_id: orderId, columns } }) => {
  if (columns.status_id === statuses.canceled) await enqueueNotice(tx, { kind: "cancel", orderId });
};

/** Waits until the desk has paused, so that one email covers a package. */
const checkIn: Notice = async (tx, { after: { order_id: orderId } }) =>
  enqueueNotice(tx, { kind: "return", orderId }, "desk");

const contentChange: Notice = async (tx, { before: { order_id: orderId, lines, days } }) =>
  enqueueNotice(tx, { kind: "change", orderId, before: { lines, days } });

const renewal: Notice = async (tx, { before: { order_id: orderId, columns } }) =>
  enqueueNotice(tx, { kind: "due", orderId, before: { due: columns.return_date } });

/** Returns the renewed copy's loan, which is due last; other changed loans got their order's date. */
export function renewedLoan({ loans }: Changes) {
  const lastFirst = Object.entries(loans).toSorted(([, [, a]], [, [, b]]) =>
    (a.due_on ?? "") < (b.due_on ?? "") ? 1 : -1,
  );
  return lastFirst.map(([id, [before, after]]) => ({
    assignmentId: Number(id),
    was: before?.due_on,
    now: after.due_on,
  }))[0];
}

const copyRenewal: Notice = async (tx, { before: { order_id: orderId, columns }, changes }) => {
  const loan = renewedLoan(changes);
  if (!loan) return;
  const { assignmentId, was } = loan;
  await enqueueNotice(tx, { kind: "due", orderId, assignmentId, before: { due: was ?? columns.return_date } });
};

const save: Notice = async (tx, { before: { order_id: orderId, columns: previous }, after: { columns: current } }) => {
  if (previous.status_id === current.status_id) {
    const isDueDateChanged = previous.return_date !== null && previous.return_date !== current.return_date;
    if (current.status_id === statuses.shipped && isDueDateChanged)
      await enqueueNotice(tx, { kind: "due", orderId, before: { due: previous.return_date } });
    return;
  }
  if (previous.status_id === statuses.canceled) await withdrawNotice(tx, { kind: "cancel", orderId });
  // A Returned order can become Shipped again in several ways, so its email checks the status when it is written.
  if (previous.status_id === statuses.shipped && current.status_id !== statuses.returned)
    await withdrawNotice(tx, { kind: "shipped", orderId });
  if (current.status_id === statuses.returned) await enqueueNotice(tx, { kind: "return", orderId });
  if (current.status_id === statuses.shipped) await enqueueNotice(tx, { kind: "shipped", orderId });
};

/** Schedules the email about shipping if it never went out, because the order was Returned or canceled when it was due. */
const shippedAgain: Notice = async (tx, { before: { order_id: orderId, columns: previous }, after: { columns } }) => {
  if (previous.status_id === statuses.shipped || columns.status_id !== statuses.shipped) return;
  // a renewal may have moved the due date since
  const parts = [orderId, columns.tracking_number, columns.ship_date];
  if (!(await hasMail(tx, { kind: "order-shipped", parts }))) await enqueueNotice(tx, { kind: "shipped", orderId });
};

const notices = new Map<string, Notice>([
  [changes.cancelOrder.call, cancellation],
  [changes.cancelOwnOrder.call, cancellation],
  [changes.removeOwnTitle.call, cancellation],
  ["end-unconfirmed-orders", cancellation],
  [changes.changeDays.call, contentChange],
  [changes.changeLines.call, contentChange],
  [changes.renewCopy.call, copyRenewal],
  [changes.renewOrder.call, renewal],
  [changes.renewOrders.call, renewal],
  [changes.renewOwnOrder.call, renewal],
  [checkInCopy.call, checkIn],
  [undoChange.call, shippedAgain],
  [updateOrder.call, save],
]);
