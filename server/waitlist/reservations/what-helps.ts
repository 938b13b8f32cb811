import { type OrderAtRisk, risksOnAPage } from "#contract/waitlist/reservations.ts";
import { copiesNotFree, sumOfStock } from "../stock-reasons.queries.ts";
import { today as todayOf } from "#server/platform/clock.ts";
import { otherDays } from "#server/catalog/public.ts";
import {
  type DayParts,
  type RequestedDates,
  type LineAtRisk,
  daysOfOrders,
  isPacked,
  titlesOfOrder,
} from "#server/orders/public.ts";
import { calendarsOfOrders } from "#server/people/public.ts";
import { type OrderRow, ordersAtRisk, ordersThatCouldWait, renewedOrders } from "./risks.queries.ts";
import { closedDaysOf } from "#contract/people/school-days.ts";
import type { LendingDays } from "#contract/orders/teaching-days.ts";
import type { Database } from "#server/platform/database.ts";

const maxShown = 5; // loans, and orders that could wait, per title

export async function listRisks(parts: DayParts, page: number): Promise<{ data: OrderAtRisk[]; total: number }> {
  const { rows, total } = await ordersAtRisk(parts.db, { limit: risksOnAPage, offset: (page - 1) * risksOnAPage });
  const days = await daysOfOrders(
    parts.db,
    rows.map(({ order_id }) => order_id),
  );
  const data = [];
  for (const row of rows) data.push(await present(parts, row, days.get(row.order_id)));
  return { data, total };
}

type Days = Parameters<typeof daysToMove>[1]["days"];

async function present(parts: DayParts, row: OrderRow, days: Days | undefined): Promise<OrderAtRisk> {
  const { db } = parts;
  const orderId = row.order_id;
  const all = await titlesOfOrder(db, orderId);
  const titles = [];
  for (const title of all) if (title.missing > 0) titles.push(await helpFor(parts, title));
  return {
    orderId,
    borrowerName: row.borrower_name,
    schoolName: row.school_name,
    shipBy: days?.shipBy ?? null,
    teachFrom: days?.teachFrom ?? null,
    teachTo: days?.teachTo ?? null,
    emailedAt: row.emailed_at?.toISOString() ?? null,
    isReached: row.is_reached,
    titles,
    other: days ? await otherDaysOf(db, orderId, all, await daysToMove(db, { orderId, days }, parts)) : [],
  };
}

/** Finds help for one title: current loans, orders that could wait, and copies out of circulation. */
async function helpFor({ db, clock, configuration }: DayParts, title: LineAtRisk) {
  const { item_id: itemId, ...facts } = title;
  const today = todayOf(clock, configuration.timeZone);
  const out = await copiesNotFree(db, { itemId, today, reasons: ["out"], limit: maxShown, offset: 0 });
  const loans = out.filter(({ reason }) => reason === "out");
  const renewedOrderIds = await renewedOrders(
    db,
    loans.flatMap(({ orderId }) => orderId ?? []),
  );
  const { counts } = (await sumOfStock(db, itemId)) ?? { counts: [] };
  return {
    inventoryId: itemId,
    ...facts,
    out: loans.map(({ skuNumber, copyNumber, orderId, schoolName, returnDate, isLate }) => ({
      skuNumber,
      copyNumber,
      orderId,
      schoolName,
      returnDate,
      isLate,
      isRenewed: orderId !== null && renewedOrderIds.has(orderId),
    })),
    waiting: await ordersThatCouldWait(db, itemId, maxShown),
    unavailable: counts.filter(
      ({ reason }) => !["out", "packed", "held", "planned", "free", "archived"].includes(reason),
    ),
  };
}

export async function daysToMove(
  db: Database,
  { orderId, days }: { orderId: number; days: LendingDays },
  { clock, configuration, closedDays }: Omit<DayParts, "db">,
): Promise<RequestedDates> {
  const { timeZone, loanDays } = configuration;
  const calendar = (await calendarsOfOrders(db, [orderId])).get(orderId);
  const ways = { ...configuration.ways, closed: await closedDays(), school: calendar && closedDaysOf(calendar) };
  return { days, today: todayOf(clock, timeZone), loanDays, ways };
}

/** Returns the nearest dates when a whole order is available; none once a copy of it is packed. */
export async function otherDaysOf(
  db: Database,
  orderId: number,
  titles: readonly LineAtRisk[],
  request: RequestedDates,
): Promise<{ from: string; to: string }[]> {
  if (await isPacked(db, orderId)) return [];
  const lines = titles.map(({ item_id: itemId, quantity }) => ({ itemId, quantity }));
  const { before, next } = await otherDays(db, { orderId, lines }, request);
  return [before, next].flatMap((dates) => dates ?? []);
}
