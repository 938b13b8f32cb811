import { closedDaysOf } from "#contract/schools/school-days.ts";
import type { LendingDays } from "#contract/site/teaching-days.ts";
import { calendarsOfOrders } from "#server/modules/calendars/public.ts";
import { daysOfTitles } from "#server/modules/stock/public.ts";
import { today as todayOf } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { assignmentsOf } from "../circulation.queries.ts";
import type { DayParts, DaysAsked } from "../days/days-asked.ts";
import type { LineAtRisk } from "./risks.queries.ts";

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
  const ways = { ...configuration.ways, closed: await closedDays(), school: calendar && closedDaysOf(calendar) };
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
