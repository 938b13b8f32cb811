import { dueDay } from "#contract/schools/school-days.ts";
import type { ClosedDays } from "#contract/site/business-days.ts";
import { calendarsOfOrders } from "#server/modules/calendars/public.ts";
import type { Database } from "#server/platform/database.ts";

/** Reads the days on which the library is closed, as the site content says them now. */
export type ReadClosedDays = () => Promise<ClosedDays>;

/** The day on which an order is due: moved where its borrower's school is closed (days are YYYY-MM-DD). */
export async function dueDayOf(
  db: Database,
  orderId: number,
  loan: { shipped: string; due: string },
  readClosedDays: ReadClosedDays,
): Promise<string> {
  const calendar = (await calendarsOfOrders(db, [orderId])).get(orderId);
  return calendar ? dueDay(loan, calendar, await readClosedDays()) : loan.due;
}
