import type { CallName } from "#contract/all.ts";
import { groupBy } from "#server/group-by.ts";
import type { Transaction } from "#server/platform/database.ts";
import { type Actor, changesBetween, type Snapshot } from "#server/platform/record-activity.ts";
import {
  type Changes,
  insertEvent,
  type Loan,
  type LoanColumns,
  orderColumnNames,
  orderColumns,
  type OrderState,
  statesOf,
} from "./events.queries.ts";
import { updateOrder } from "#contract/orders/orders.ts";
import { statuses } from "#contract/catalog/codes.ts";
import * as changes from "#contract/orders/order-changes.ts";
import { checkInCopy } from "#contract/desk/returns.ts";
import { enqueueNotice, withdrawNotice } from "../notices/notices.queries.ts";

type ChangeOptions = { call: CallName; orderIds: readonly number[]; isOwn?: boolean };

/**
 * Runs a change of locked orders, writes an event for each order that changed, and schedules the email. Logs the activity
 * unless the change is a borrower's own. `eventId` is undefined if nothing changed.
 */
export async function recordChange<T>(
  tx: Transaction,
  actor: Actor,
  { call, orderIds, isOwn = false }: ChangeOptions,
  change: (before: ReadonlyMap<number, OrderState>) => Promise<T>,
): Promise<{ result: T; eventId: number | undefined }> {
  const before = await statesOf(tx, orderIds);
  const result = await change(before);
  const after = await statesOf(tx, orderIds);
  let first: number | undefined;
  for (const orderId of orderIds) {
    const [was, is] = [before.get(orderId), after.get(orderId)];
    if (!was || !is) continue;
    const words = changesBetween(snapshotOf(was), snapshotOf(is));
    const changes = differences(was, is);
    if (words.length + Object.keys(changes.order).length + Object.keys(changes.loans).length === 0) continue;
    const isLogged = !isOwn && words.length > 0;
    const event = { orderId, partOf: first, call, changes, words: isLogged ? words : undefined };
    const eventId = await insertEvent(tx, event, actor);
    first ??= eventId;
    await notices.get(call)?.(tx, { before: was, after: is, changes });
  }
  return { result, eventId: first };
}

/** Builds a readable snapshot of an order for the activity log. */
export function snapshotOf({ status_name, columns, lines, loans, claims, days }: OrderState): Snapshot {
  const all = Object.values(loans).toSorted((a, b) => compare(a.title, b.title) || compare(a.copy, b.copy));
  const current = all.filter(({ released_at }) => released_at === null);
  const checkedIn = all.flatMap(({ condition, missing_parts, condition_note, ...loan }) =>
    condition === null
      ? []
      : { ...loan, copy: `${loan.copy} (${[condition, missing_parts, condition_note].filter(Boolean).join(": ")})` },
  );
  const renewedAlone = current.filter(({ due_on }) => due_on !== null && due_on !== columns.return_date);
  return {
    Status: status_name,
    ...logged(columns),
    ...(days && { "Teaching dates": `${days.teachFrom} to ${days.teachTo}` }),
    ...joined(
      lines,
      ({ title }) => `Quantity of "${title}"`,
      (same) => `${same.reduce((sum, { quantity }) => sum + quantity, 0)}`,
    ),
    ...joined(
      renewedAlone,
      ({ copy }) => `Return date of ${copy}`,
      ([loan]) => loan?.due_on ?? "",
    ),
    ...joined(
      claims,
      ({ copy }) => `Claim of ${copy}`,
      (same) => same.map(({ words }) => words).join(" / "),
    ),
    ...joined(checkedIn, ({ title }) => `Checked in of "${title}"`, copiesInWords),
    ...joined(current, ({ title }) => `Copies of "${title}"`, copiesInWords),
  };
}

const logged = (columns: OrderState["columns"]): Snapshot =>
  Object.fromEntries(
    orderColumnNames.flatMap((name) => {
      const column = orderColumns[name];
      return "log" in column ? [[column.log, columns[name]]] : [];
    }),
  );

const compare = (a: string, b: string) => a.localeCompare(b, "en", { numeric: true });
const copiesInWords = (loans: readonly { copy: string }[]) => loans.map(({ copy }) => copy).join(", ");

/** Titles with the same name share a field. */
function joined<T>(rows: readonly T[], name: (row: T) => string, words: (same: T[]) => string): Snapshot {
  const byName = groupBy(rows, name);
  return Object.fromEntries([...byName].map(([field, same]) => [field, words(same)]));
}

function differences(before: OrderState, after: OrderState): Changes {
  const changes: Changes = { order: {}, loans: {}, claims: {} };
  for (const column of orderColumnNames) {
    const [was, is] = [before.columns[column], after.columns[column]];
    if (was !== is) changes.order[column] = [was, is];
  }
  for (const [id, loan] of Object.entries(after.loans)) {
    const was = before.loans[id];
    if (JSON.stringify(was) !== JSON.stringify(loan))
      changes.loans[id] = [was ? columnsOf(was) : null, columnsOf(loan)];
  }
  const states = new Map(before.claims.map(({ claim_id, state }) => [claim_id, state]));
  for (const { claim_id: id, state } of after.claims) {
    const was = states.get(id) ?? null;
    if (was !== state) changes.claims[id] = [was, state];
  }
  return changes;
}

const columnsOf = ({ title: _title, copy: _copy, ...columns }: Loan): LoanColumns => columns;

type Change = { before: OrderState; after: OrderState; changes: Changes };
/** Schedules the email about a change, and withdraws the one about a status that no longer holds. */
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

/** Returns the loan of a renewed copy. It is due last; the other changed ones got the date of their order. */
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

const copyRenewed: Notice = async (tx, { before: { order_id: orderId, columns }, changes }) => {
  const loan = renewedLoan(changes);
  if (!loan) return;
  const { assignmentId, was } = loan;
  await enqueueNotice(tx, { kind: "due", orderId, assignmentId, before: { due: was ?? columns.return_date } });
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
