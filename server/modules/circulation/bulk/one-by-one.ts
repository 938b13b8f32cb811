import type { BulkOutcome } from "#contract/desk/bulk.ts";
import { outcomeOf } from "#server/refusals/outcome-of.ts";

/** Does something with each of these orders, each in its own transaction: one that is refused keeps no other from it. */
export async function oneByOne<One extends { orderId: number }>(
  orders: readonly One[],
  act: (order: One) => Promise<void>,
): Promise<BulkOutcome[]> {
  const outcomes: BulkOutcome[] = [];
  for (const order of orders) outcomes.push({ orderId: order.orderId, refusal: await outcomeOf(act(order)) });
  return outcomes;
}
