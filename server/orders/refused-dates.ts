import { dayOf } from "#server/platform/clock.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { insertRefusedDates } from "./orders.queries.ts";
import type { DatesInput } from "./dates.ts";

/**
 * Runs a request for teaching dates, and counts it for the reports if a title isn't available then. Counts after the
 * request's transaction, because the refusal rolls that back.
 */
export async function countRefusals<T>(
  { db, clock, configuration: { timeZone } }: ConfiguredParts<"timeZone">,
  { teachFrom, teachTo }: DatesInput,
  request: () => Promise<T>,
): Promise<T> {
  try {
    return await request();
  } catch (error) {
    const from = teachFrom ?? teachTo;
    if (from && error instanceof Refusal && error.reason.kind === "no-room")
      await insertRefusedDates(db, {
        itemIds: error.reason.titles.map(({ id }) => id),
        on: dayOf(clock.now(), timeZone),
        from,
      });
    throw error;
  }
}
