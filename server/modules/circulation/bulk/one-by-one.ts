import type { BulkOutcome } from "#contract/desk/bulk.ts";
import { HttpError } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";

/** Does something with each of these orders, each in its own transaction: one that is refused keeps no other from it. */
export async function oneByOne<One extends { orderId: number }>(
  orders: readonly One[],
  act: (order: One) => Promise<void>,
): Promise<BulkOutcome[]> {
  const outcomes: BulkOutcome[] = [];
  for (const order of orders) outcomes.push({ orderId: order.orderId, refusal: await refusalOf(act(order)) });
  return outcomes;
}

async function refusalOf(doing: Promise<void>): Promise<BulkOutcome["refusal"]> {
  try {
    await doing;
    return null;
  } catch (error) {
    if (error instanceof Refusal) return { reason: error.reason, message: error.message };
    if (error instanceof HttpError && error.statusCode === 404)
      return { reason: { kind: "invalid" }, message: error.message };
    throw error;
  }
}
