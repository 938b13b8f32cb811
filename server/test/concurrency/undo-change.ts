import { sql } from "kysely";
import { updateOrder } from "#contract/orders/orders.ts";
import {
  cancelOrder,
  cancelOwnOrder,
  renewCopy,
  renewOrder,
  renewOrders,
  renewOwnOrder,
} from "#contract/orders/order-changes.ts";
import { undo } from "#server/orders/events/undo.ts";
import { described, eventOfReturn } from "#server/orders/loans.queries.ts";
import type { Actor } from "#server/platform/record-activity.ts";
import type { CirculationFixture } from "#server/test/circulation-fixture.ts";

export const staff = { mayCall: () => true };

const calls = [cancelOrder, cancelOwnOrder, renewOrder, renewOrders, renewOwnOrder, renewCopy].map(({ call }) => call);

/** Whether an event is a new status, a cancellation, or a renewal. */
export const canBeUndone = sql`(call = any(${calls}::text[]) or call = ${updateOrder.call} and changes -> 'order' ? 'status_id')`;

/** Undoes the last such change of an order, even if the page wouldn't offer it. */
export async function undoChange({ db }: Pick<CirculationFixture, "db">, orderId: number, hand: Actor) {
  const { rows } = await sql<{ event_id: number }>`
    select event_id from order_events where order_id = ${orderId} and ${canBeUndone} order by event_id desc limit 1`.execute(
    db,
  );
  const [last] = rows;
  if (last) await undo(db, { eventId: last.event_id }, hand, staff);
}

/** Undoes one copy's last return, by a check-in or with its order, if it was returned. */
export async function undoReturn({ db }: Pick<CirculationFixture, "db">, assignmentId: number, hand: Actor) {
  const { rows } = await sql<{ event_id: number | null }>`
    select (${eventOfReturn(sql`ended`)}) as event_id from assignments as ended where assignment_id = ${assignmentId}`.execute(
    db,
  );
  const eventId = rows[0]?.event_id;
  if (eventId) await undo(db, { eventId, assignmentId }, hand, staff);
}

/** Withdraws a copy's open claim, if there is one. */
export async function undoClaim({ db }: Pick<CirculationFixture, "db">, assignmentId: number, hand: Actor) {
  const open = described(db).where("claims.assignment_id", "=", assignmentId).where("closed_at", "is", null);
  const eventId = (await open.executeTakeFirst())?.undo_event_id;
  if (eventId) await undo(db, { eventId }, hand, staff);
}
