import type { LendingDays } from "#contract/site/teaching-days.ts";
import type { Database } from "#server/platform/database.ts";

/** The days of orders that have some, by order; all lines of an order have the same. */
export async function daysOfOrders(db: Database, orderIds: readonly number[]): Promise<Map<number, LendingDays>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("line_days")
    .innerJoin("order_lines", "order_lines.order_line_id", "line_days.order_line_id")
    .select("order_id")
    .select(["leaves_on as leavesBy", "arrives_on as withYouBy", "teach_from as teachFrom", "teach_to as teachTo"])
    .select(["post_on as postBackBy", "due_on as dueBy", "free_on as freeOn"])
    .where("order_id", "in", orderIds)
    .orderBy("line_days.order_line_id", "desc")
    .execute();
  return new Map(rows.map(({ order_id, ...days }) => [order_id, days]));
}

export async function daysOfOrder(db: Database, orderId: number): Promise<LendingDays | undefined> {
  return (await daysOfOrders(db, [orderId])).get(orderId);
}
