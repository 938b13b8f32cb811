import type { CallName } from "#contract/all.ts";
import { groupBy } from "#server/group-by.ts";
import type { Transaction } from "#server/platform/database.ts";
import { type Actor, changesBetween, type Snapshot } from "#server/platform/record-activity.ts";
import { noticeChange } from "../notices/notice-changes.ts";
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
    await noticeChange(tx, { call, before: was, after: is });
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
  const changes: Changes = { order: {}, loans: {} };
  for (const column of orderColumnNames) {
    const [was, is] = [before.columns[column], after.columns[column]];
    if (was !== is) changes.order[column] = [was, is];
  }
  for (const [id, loan] of Object.entries(after.loans)) {
    const was = before.loans[id];
    if (JSON.stringify(was) !== JSON.stringify(loan))
      changes.loans[id] = [was ? columnsOf(was) : null, columnsOf(loan)];
  }
  return changes;
}

const columnsOf = ({ title: _title, copy: _copy, ...columns }: Loan): LoanColumns => columns;
