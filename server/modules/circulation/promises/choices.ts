import { closedDaysOf } from "#contract/schools/school-days.ts";
import type { LendingDays } from "#contract/site/teaching-days.ts";
import { calendarsOfOrders } from "#server/modules/calendars/public.ts";
import { daysOfTitles } from "#server/modules/stock/public.ts";
import { today as todayOf } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { assignmentsOf } from "../circulation.queries.ts";
import { regionOf } from "../arrivals/arrivals.queries.ts";
import { waysOfRegion } from "../arrivals/post-days.rules.ts";
import type { DayParts, DaysAsked } from "../days/days-asked.ts";
import { type LineAtRisk, similarTitles } from "./risks.queries.ts";

/** Similar titles that are looked at for one at risk, and of those that are offered. */
export const considered = 12;
const offered = 2;

/** Whether a copy of an order is packed: it stays off the shelf until the order is back. */
export const isPacked = async (db: Database, orderId: number): Promise<boolean> =>
  (await assignmentsOf(db, orderId)).some(({ released_at }) => released_at === null);

/** An order by teaching days, with what its other days would be counted with. */
export async function daysToMove(
  db: Database,
  { orderId, days }: { orderId: number; days: LendingDays },
  { clock, configuration, closedDays }: Omit<DayParts, "db">,
): Promise<DaysAsked> {
  const { timeZone, loanDays } = configuration;
  const calendar = (await calendarsOfOrders(db, [orderId])).get(orderId);
  const region = waysOfRegion(await regionOf(db, { orderId }), configuration.ways);
  const ways = {
    ...configuration.ways,
    ...region,
    closed: await closedDays(),
    school: calendar && closedDaysOf(calendar),
  };
  return { days, today: todayOf(clock, timeZone), loanDays, ways };
}

/** The nearest days with room for a whole order; none once a copy of it is packed. */
export async function otherDaysOf(
  db: Database,
  orderId: number,
  titles: readonly LineAtRisk[],
  asked: DaysAsked,
): Promise<{ from: string; to: string }[]> {
  if (await isPacked(db, orderId)) return [];
  const lines = titles.map(({ item_id: itemId, quantity }) => ({ itemId, quantity }));
  const { before, next } = await daysOfTitles.otherDays(db, { orderId, lines }, asked);
  return [before, next].flatMap((found) => found ?? []);
}

/** Similar titles that are free for the days of an order, and not on it. */
export async function insteadOf(
  db: Database,
  { item_id: itemId, quantity }: LineAtRisk,
  titles: readonly LineAtRisk[],
  asked: DaysAsked,
) {
  const similar = (await similarTitles(db, { itemId, quantity, most: considered })).filter(
    ({ inventoryId }) => !titles.some(({ item_id }) => item_id === inventoryId),
  );
  const itemIds = similar.map(({ inventoryId }) => inventoryId);
  const free = new Set(await daysOfTitles.titlesWithRoom(db, { itemIds, quantity }, asked));
  return similar.filter(({ inventoryId }) => free.has(inventoryId)).slice(0, offered);
}
