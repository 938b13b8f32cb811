import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { CallName } from "#contract/all.ts";
import type { Database } from "#server/platform/database.ts";
import { eventOfReturn } from "#server/orders/loans.queries.ts";
import { canBeUndone } from "./undo-change.ts";

/** The outcome of a call: done, refused, or unknown because the library was killed first or too busy for the answer. */
export type Deed = { call: CallName; orderId: number; became: "done" | "refused" | "unknown" };

/** An order, a copy, or a claim, as the subject of a call. */
type Row = { id: number; other: number; order_id: number; lines?: object[] };

type Act = {
  /** Selects the rows that it can change now. */
  to: ReturnType<typeof sql>;
  call: CallName;
  /** The call's path, and its body. */
  asks: (row: Row) => { path: string; body?: object };
};

const ordersThat = (are: string, other = "0") =>
  sql`select order_id as id, ${sql.raw(other)} as other, order_id from orders where ${sql.raw(are)}`;
const loansThat = (are: string, id: string) =>
  sql`select ${sql.raw(id)} as id, 0 as other, order_id from assignments join orders using (order_id) where ${sql.raw(are)}`;
const eventsOf = (call: CallName) =>
  sql`select event_id as id, 0 as other, order_id from order_events
    where undone_at is null and part_of is null and call = ${call}`;
const isOut = "status_id = 3 and released_at is null";
const save = ({ id, other }: Row, statusId: number) => ({
  path: "Order/UpdateOrder/",
  body: { orderId: id, statusId, version: other },
});

/** Everything a desk does with an order. */
const acts = {
  pack: {
    to: sql`select order_line_id as id, item_id as other, order_id from order_lines join orders using (order_id)
      where status_id in (1, 2)`,
    call: "POST Order/AssignMultipleSKUSToOrderItem/{orderItemId}/inventoryId/{inventoryId}/quantity/{n}",
    asks: ({ id, other }) => ({
      path: `Order/AssignMultipleSKUSToOrderItem/${id}/inventoryId/${other}/quantity/5`,
    }),
  },
  ship: {
    to: ordersThat(
      "status_id < 3 and exists (select from assignments as a where a.order_id = orders.order_id and released_at is null)",
      "version",
    ),
    call: "POST Order/UpdateOrder/",
    asks: (row) => save(row, 3),
  },
  "undo a change": {
    to: sql`select event_id as id, 0 as other, order_id from order_events as event
      where undone_at is null and ${canBeUndone}
        and event_id = (select max(event_id) from order_events as newest where newest.order_id = event.order_id)`,
    call: "POST Order/Undo/{eventId}",
    asks: ({ id }) => ({ path: `Order/Undo/${id}` }),
  },
  "check in": {
    to: loansThat(isOut, "copy_id"),
    call: "POST Returns/CheckIn",
    asks: ({ id }) => ({ path: "Returns/CheckIn", body: { inventoryItemId: id } }),
  },
  "undo check-in": {
    to: sql`select (${eventOfReturn(sql`ended`)}) as id, assignment_id as other, order_id from assignments as ended
      where loan = 'returned'`,
    call: "POST Order/Undo/{eventId}",
    asks: ({ id, other }) => ({ path: `Order/Undo/${id}?orderInventoryItemId=${other}` }),
  },
  lose: {
    to: loansThat(isOut, "assignment_id"),
    call: "POST Claims/Open",
    asks: ({ id }) => ({ path: "Claims/Open", body: { orderInventoryItemId: id, kind: "lost" } }),
  },
  find: {
    to: loansThat("loan = 'lost'", "copy_id"),
    call: "POST Returns/CheckIn",
    asks: ({ id }) => ({ path: "Returns/CheckIn", body: { inventoryItemId: id } }),
  },
  "undo a loss": {
    to: eventsOf("POST Claims/Open"),
    call: "POST Order/Undo/{eventId}",
    asks: ({ id }) => ({ path: `Order/Undo/${id}` }),
  },
  swap: {
    to: sql`select assignment_id as id, copies.copy_id as other, order_id from assignments join copies using (item_id)
      where released_at is null and copies.copy_id <> assignments.copy_id`,
    call: "POST Returns/Swap",
    asks: ({ id, other }) => ({
      path: "Returns/Swap",
      body: { orderInventoryItemId: id, inventoryItemId: other },
    }),
  },
  "undo a swap": {
    to: eventsOf("POST Returns/Swap"),
    call: "POST Order/Undo/{eventId}",
    asks: ({ id }) => ({ path: `Order/Undo/${id}` }),
  },
  "check out all": {
    to: ordersThat("status_id < 3"),
    call: "POST Order/CheckOutAll/{orderId}",
    asks: ({ id }) => ({ path: `Order/CheckOutAll/${id}` }),
  },
  "undo a check-out": {
    to: eventsOf("POST Order/AssignMultipleSKUSToOrderItem/{orderItemId}/inventoryId/{inventoryId}/quantity/{n}"),
    call: "POST Order/Undo/{eventId}",
    asks: ({ id }) => ({ path: `Order/Undo/${id}` }),
  },
  "change titles": {
    // never removes a title, because another desk might be packing it
    to: sql`select order_id as id, version as other, order_id, (
        select json_agg(json_build_object('inventoryId', item_id, 'quantity', 1 + (version + item_id) % 2))
        from order_lines where order_lines.order_id = orders.order_id) as lines
      from orders where status_id < 3`,
    call: "POST Order/ChangeLines/{orderId}",
    asks: ({ id, other: version, lines }) => ({ path: `Order/ChangeLines/${id}`, body: { version, lines } }),
  },
  "claimed returned": {
    to: loansThat(isOut, "assignment_id"),
    call: "POST Claims/Open",
    asks: ({ id }) => ({ path: "Claims/Open", body: { orderInventoryItemId: id, kind: "claimed returned" } }),
  },
  "renew many": {
    to: ordersThat("status_id = 3 and return_date is not null", "return_date - date '1970-01-01'"),
    call: "POST Order/RenewMany",
    asks: ({ id, other }) => ({
      path: "Order/RenewMany",
      body: { orders: [{ orderId: id, returnDate: new Date(other * 86_400_000).toISOString().slice(0, 10) }] },
    }),
  },
  renew: {
    to: ordersThat("status_id = 3"),
    call: "POST Order/Renew/{orderId}",
    asks: ({ id }) => ({ path: `Order/Renew/${id}` }),
  },
  "renew a copy": {
    to: loansThat(isOut, "assignment_id"),
    call: "POST Order/RenewCopy/{orderInventoryItemId}",
    asks: ({ id }) => ({ path: `Order/RenewCopy/${id}` }),
  },
  cancel: {
    to: ordersThat("status_id < 3"),
    call: "POST Order/Cancel/{orderId}",
    asks: ({ id }) => ({ path: `Order/Cancel/${id}`, body: { reason: "Not needed" } }),
  },
  "set to Returned": {
    to: ordersThat("status_id = 3", "version"),
    call: "POST Order/UpdateOrder/",
    asks: (row) => save(row, 4),
  },
} satisfies Record<string, Act>;

/** Makes a call as somebody; throws a TypeError if nothing answers. */
export type Send = (
  path: string,
  body: object,
) => Promise<{
  status: number;
  isSuccess: boolean;
  id?: number | undefined;
  data?: { orderId?: number | undefined } | null | undefined;
}>;

export type Desk = {
  db: Database;
  send: Send;
  orderIds: readonly number[];
  deeds: Deed[];
  /** How often each act was done. */
  done: Map<string, number>;
};

/** Does random desk work until `isOver`, or until the library stops responding. */
export async function workAtDesk({ db, send, orderIds, deeds, done }: Desk, isOver: () => boolean): Promise<void> {
  const list: [string, Act][] = Object.entries(acts);
  for (let turn = Math.floor(Math.random() * list.length); !isOver(); turn += 1 + Math.floor(Math.random() * 3)) {
    const [name, { to, call, asks }] = list[turn % list.length] ?? pick(list);
    const { rows } = await sql<Row>`
      select * from (${to}) as found where order_id = any(${[...orderIds]}::integer[])`.execute(db);
    if (rows.length === 0) continue;
    const row = pick(rows);
    const { path, body = {} } = asks(row);
    const deed: Deed = { call, orderId: row.order_id, became: "unknown" };
    deeds.push(deed);
    try {
      const { status, isSuccess, data } = await send(path, body);
      if (status === 503) {
        await pause(200); // the change may be saved, if only its answer could not be read
        continue;
      }
      if (status !== 200) throw new Error(`${path} returned ${status}.`);
      deed.became = isSuccess ? "done" : "refused";
      // another desk may have swapped the copy into another order since it was chosen
      if (isSuccess) deed.orderId = data?.orderId ?? deed.orderId;
    } catch (error) {
      if (error instanceof TypeError) return; // the library was killed before or during the call
      throw error;
    }
    if (deed.became === "done") done.set(name, (done.get(name) ?? 0) + 1);
  }
}

function pick<T>(list: readonly T[]): T {
  const one = list[Math.floor(Math.random() * list.length)];
  if (one === undefined) throw new Error("Nothing to pick from.");
  return one;
}
