import { closureOn, dueDay, shippingAllowance } from "#contract/people/school-days.ts";
import { businessDaysAfter, type ClosedDays } from "#contract/orders/business-days.ts";
import { calendarsOfOrders } from "#server/people/public.ts";
import type { Database } from "#server/platform/database.ts";
import type { ParcelDays } from "#contract/desk/packing.ts";
import { slipDates } from "#contract/desk/parcel.ts";
import { ordersOf } from "./orders.queries.ts";

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

type Days = { today: string; loanDays: number; closed: ClosedDays };

export async function parcelDays(db: Database, ids: readonly number[], days: Days): Promise<ParcelDays[]> {
  if (ids.length === 0) return [];
  const [orders, schools] = await Promise.all([ordersOf(db, {}, { ids }), calendarsOfOrders(db, ids)]);
  const arrival = businessDaysAfter(days.today, shippingAllowance, days.closed);
  return orders.map(({ order_id: orderId, ship_date: shipDate, return_date: returnDate }) => {
    const school = schools.get(orderId);
    const closure = shipDate === null && school ? closureOn(arrival, school) : undefined;
    return { orderId, closure: closure ?? null, ...slipDates({ shipDate, returnDate }, { ...days, school }) };
  });
}
