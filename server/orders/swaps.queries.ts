import { statuses } from "#contract/catalog/codes.ts";
import { swapCopies } from "#contract/desk/returns.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { type RawBuilder, sql } from "kysely";

/** Returns an assignment, which may change until its order is locked. */
export async function assignmentById(tx: Transaction, assignmentId: number) {
  return assignments(tx).where("assignment_id", "=", assignmentId).executeTakeFirst();
}

export async function openAssignmentOf(tx: Transaction, copyId: number) {
  return assignments(tx).where("copy_id", "=", copyId).where("released_at", "is", null).executeTakeFirst();
}

const assignments = (tx: Transaction) =>
  tx.selectFrom("assignments").select(["assignment_id", "order_id", "copy_id", "item_id", "released_at"]);

/** Sets the copies of open assignments. Two may have the same copy until all are set. */
export async function setCopies(
  tx: Transaction,
  places: readonly { assignmentId: number; copyId: number }[],
): Promise<void> {
  await sql`set constraints assignments_one_open_per_copy deferred`.execute(tx);
  await sql`
    update assignments set copy_id = swapped.copy_id
    from unnest(${places.map(({ assignmentId }) => assignmentId)}::integer[],
      ${places.map(({ copyId }) => copyId)}::integer[]) as swapped (assignment_id, copy_id)
    where assignments.assignment_id = swapped.assignment_id`.execute(tx);
  await sql`set constraints assignments_one_open_per_copy immediate`.execute(tx);
}

export type SwapRow = NonNullable<Awaited<ReturnType<typeof describeSwap>>>;

export async function describeSwap(db: Database, eventId: number) {
  return (await swapsWith(db, sql`main.event_id = ${eventId}`))[0];
}

/** Returns swaps that weren't undone, oldest first. */
export async function swapsOfOrders(db: Database, orderIds: readonly number[]) {
  return swapsWith(
    db,
    sql`main.event_id in (select coalesce(part_of, event_id) from order_events
      where order_id = any(${[...orderIds]}::integer[]) and call = ${swapCopies.call})`,
  );
}

type Swapped = {
  event_id: number;
  swapped_at: Date;
  order_id: number;
  other_order_id: number | null;
  title: string;
  language: string;
  found_sku: string;
  found_number: number;
  recorded_sku: string;
  recorded_number: number;
  swapped_by_name: string | null;
};

async function swapsWith(db: Database, condition: RawBuilder<unknown>): Promise<Swapped[]> {
  const { rows } = await sql<Swapped>`
    select main.event_id, main.at as swapped_at, main.order_id, part.order_id as other_order_id, title, language,
      found.sku_number as found_sku, found.copy_number as found_number,
      recorded.sku_number as recorded_sku, recorded.copy_number as recorded_number,
      (select name from account_names where account_names.user_id = main.user_id) as swapped_by_name
    from order_events as main left join order_events as part on part.part_of = main.event_id
    cross join lateral jsonb_each(main.changes -> 'loans') as loan (assignment, row)
    join copies as found on found.copy_id = (row -> 1 ->> 'copy_id')::integer
    join copies as recorded on recorded.copy_id = (row -> 0 ->> 'copy_id')::integer
    join items on items.item_id = found.item_id
    where main.part_of is null and main.call = ${swapCopies.call} and main.undone_at is null and ${condition}
    order by main.event_id`.execute(db);
  return rows;
}

export async function loansBeside(db: Database, copyId: number, limit: number) {
  return db
    .selectFrom("assignments")
    .innerJoin("orders", "orders.order_id", "assignments.order_id")
    .innerJoin("copies", "copies.copy_id", "assignments.copy_id")
    .select(["assignment_id", "orders.order_id", "ship_to_name", "ship_to_school", "copies.sku_number", "copy_number"])
    .where("assignments.item_id", "=", (eb) =>
      eb.selectFrom("copies as scanned").select("scanned.item_id").where("scanned.copy_id", "=", copyId),
    )
    .where("assignments.copy_id", "<>", copyId)
    .where("released_at", "is", null)
    .where("status_id", "=", statuses.shipped)
    .orderBy("assigned_at")
    .orderBy("assignment_id")
    .limit(limit)
    .execute();
}
