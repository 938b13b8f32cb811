import {
  arrivalOf,
  daysOfTeaching,
  firstTeachingDay,
  lendingDays,
  type Teaching,
  teachingLimits,
  unconfirmedLimits,
} from "#contract/orders/teaching-days.ts";
import { closedDaysOf, closureOn, dueDay, shippingAllowance } from "#contract/people/school-days.ts";
import { businessDaysAfter, type ClosedDays, dayAfter } from "#contract/orders/business-days.ts";
import { type bookNewOrder, freeCopiesByDay } from "#server/catalog/public.ts";
import { calendarOfBorrower, calendarsOfOrders, isMailboxConfirmed } from "#server/people/public.ts";
import { type Clock, dayOf, today as todayOf } from "#server/platform/clock.ts";
import type { Configuration } from "#server/platform/configuration.ts";
import type { Database } from "#server/platform/database.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import type { Order, OrderSummary, OwnOrderSummary } from "#contract/orders/orders.ts";
import type { FreeDays } from "#contract/orders/title-days.ts";
import type { Parts } from "#server/parts.ts";
import type { PackageDays } from "#contract/desk/packing.ts";
import { statuses } from "#contract/catalog/codes.ts";
import { type MailBack, mailBackFor, mailBackOf, slipDates } from "#contract/desk/package.ts";
import { daysOfOrders, ordersOf } from "./orders.queries.ts";
import { stateOf } from "./orders.rules.ts";

export type RequestedDates = Parameters<typeof bookNewOrder>[2];

export type DayParts = {
  db: Database;
  clock: Clock;
  configuration: Pick<Configuration, "timeZone" | "loanDays" | "ways">;
  closedDays: () => Promise<ClosedDays>;
  /** Their school decides when a package can arrive. Without one, only the library's closed days count. */
  borrowerId?: number | null | undefined;
  /** Whether staff choose the dates. They may choose later ones for a borrower with an unconfirmed mailbox. */
  isByStaff?: boolean;
};

/** A single date counts as both. */
export type DatesInput = { teachFrom?: string | null | undefined; teachTo?: string | null | undefined };

async function waysOf(
  db: Database,
  { configuration, closedDays, borrowerId }: Pick<DayParts, "configuration" | "closedDays" | "borrowerId">,
) {
  const [calendar, closed] = await Promise.all([
    borrowerId ? calendarOfBorrower(db, borrowerId) : undefined,
    closedDays(),
  ]);
  return { ...configuration.ways, closed, school: calendar && closedDaysOf(calendar) };
}

async function dateBounds({ db, clock, configuration, closedDays, borrowerId }: DayParts) {
  const { timeZone, loanDays } = configuration;
  const today = todayOf(clock, timeZone);
  const ways = await waysOf(db, { configuration, closedDays, borrowerId });
  const bounds = {
    first: firstTeachingDay(today, ways),
    last: dayAfter(today, teachingLimits.ahead),
    max: teachingLimits.days,
  };
  return { today, loanDays, ways, bounds };
}

/**
 * Returns the dates that follow from teaching dates, or undefined without any. Rejects dates that are reversed, too
 * soon to ship, too far out, or too many, and dates that a borrower must confirm their mailbox for.
 */
export async function requestedDates(
  { teachFrom, teachTo }: DatesInput,
  parts: DayParts,
): Promise<RequestedDates | undefined> {
  const [from, to] = [teachFrom ?? teachTo, teachTo ?? teachFrom];
  if (!from || !to) return undefined;
  if (to < from) throw new Refusal({ kind: "end-before-start" });
  const { bounds, ...day } = await dateBounds(parts);
  const teaching: Teaching = { from, to };
  const refuse = (cause: "too-soon" | "too-late" | "too-long" | "unconfirmed", last = bounds.last) =>
    new Refusal({ kind: "teaching-days", cause, ...bounds, last });
  if (from < bounds.first) throw refuse("too-soon");
  if (from > bounds.last) throw refuse("too-late");
  if (daysOfTeaching(teaching) > bounds.max) throw refuse("too-long");
  const { db, borrowerId, isByStaff = false } = parts;
  const last = dayAfter(day.today, unconfirmedLimits.ahead);
  if (from > last && borrowerId && !isByStaff && !(await isMailboxConfirmed(db, borrowerId)))
    throw refuse("unconfirmed", last);
  return { ...day, days: lendingDays(teaching, day.ways) };
}

/**
 * Returns the day by which an order without dates arrives, as far as the calendars show, if it's ordered now or on that
 * day.
 */
export async function expectedArrival(parts: DayParts, orderedOn?: string): Promise<string> {
  const { db, clock, configuration, closedDays, borrowerId } = parts;
  const ways = await waysOf(db, { configuration, closedDays, borrowerId });
  return arrivalOf(orderedOn ?? todayOf(clock, configuration.timeZone), ways);
}

/**
 * Returns the days that a borrower needs to know: when to expect an order without dates (null once it has shipped or is
 * late), and when to mail back an order, its copies with due dates of their own, and an order renewed until a day.
 */
export async function borrowersDates(order: Order, renewableUntil: string | null, parts: DayParts) {
  const { db, clock, configuration, closedDays } = parts;
  const [today, closed] = [todayOf(clock, configuration.timeZone), await closedDays()];
  const arrival =
    stateOf(order.statusId).waitsForCopies && !order.days
      ? await expectedArrival(parts, dayOf(new Date(order.orderDate), configuration.timeZone))
      : "";
  const school = mayBeDue(order) ? (await calendarsOfOrders(db, [order.orderId])).get(order.orderId) : undefined;
  const copies = order.orderItems.flatMap(({ orderInventoryItems }) => orderInventoryItems);
  return {
    expectBy: arrival < today ? null : arrival,
    back: ownMailBack(order, { closed, school }),
    copiesBack: copies.flatMap(({ orderInventoryItemId, dueDate }) =>
      dueDate === null ? [] : { orderInventoryItemId, ...mailBackFor(dueDate, { closed, school }) },
    ),
    renewable: renewableUntil === null ? null : mailBackFor(renewableUntil, { closed, school }),
  };
}

type Due = Pick<OrderSummary, "statusId" | "returnDate" | "days">;
const mayBeDue = ({ statusId, days }: Due) =>
  statusId === statuses.shipped || (stateOf(statusId).waitsForCopies && days !== undefined);

/** Returns when a borrower must mail an order back; null before its due date is known, and once it is closed. */
const ownMailBack = (order: Due, calendars: Parameters<typeof mailBackOf>[1]) =>
  mayBeDue(order) ? mailBackOf(order, calendars) : null;

/** Returns a function that adds to a borrower's order when to mail it back. */
export async function withMailBack({ db, closedDays }: Pick<DayParts, "db" | "closedDays">, borrowerId: number) {
  const [closed, school] = await Promise.all([closedDays(), calendarOfBorrower(db, borrowerId)]);
  return (order: OrderSummary): OwnOrderSummary => ({ ...order, back: ownMailBack(order, { closed, school }) });
}

type Loan = { order_id: number; return_date: string | null };
/** A loan with a due date also has a day to mail it back. */
type WithMailBack<L extends Loan> = L & { back: L["return_date"] extends string ? MailBack : MailBack | null };

/** Adds to loans when to mail them back, with two statements, however many there are. */
export async function mailBackOfLoans<const Loans extends readonly Loan[]>(
  db: Database,
  loans: Loans,
  closed: ClosedDays,
): Promise<{ [I in keyof Loans]: WithMailBack<Loans[I]> }>;
export async function mailBackOfLoans(db: Database, loans: readonly Loan[], closed: ClosedDays) {
  const ids = [...new Set(loans.map(({ order_id }) => order_id))];
  const [days, schools] = [await daysOfOrders(db, ids), await calendarsOfOrders(db, ids)];
  return loans.map((loan) => {
    const { order_id: id, return_date: returnDate } = loan;
    return { ...loan, back: mailBackOf({ returnDate, days: days.get(id) }, { closed, school: schools.get(id) }) };
  });
}

/** Returns how many copies of titles are available on each day of two months, from the month of `start` or the first one. */
export async function freeDays(
  parts: Parts & DayParts,
  itemIds: readonly number[],
  start?: string | null,
): Promise<FreeDays> {
  const day = await dateBounds(parts);
  const { first: earliest, last: latest } = day.bounds;
  const from = `${(start ?? earliest).slice(0, 7)}-01`;
  const next = monthAfter(monthAfter(from));
  const count = Math.round((Date.parse(next) - Date.parse(from)) / 86_400_000);
  const titles =
    itemIds.length > 0 ? await freeCopiesByDay(parts.db, itemIds, { first: from, last: latest, count }, day) : [];
  return { from, earliest, latest, titles: titles.map(({ id, free }) => ({ inventoryId: id, free })) };
}

const monthAfter = (first: string) => `${dayAfter(first, 31).slice(0, 7)}-01`;

export type ReadClosedDays = () => Promise<ClosedDays>;

/** Returns an order's due date (YYYY-MM-DD), moved past closures of its borrower's school. */
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

export async function packageDays(db: Database, ids: readonly number[], days: Days): Promise<PackageDays[]> {
  if (ids.length === 0) return [];
  const [orders, schools] = await Promise.all([ordersOf(db, {}, { ids }), calendarsOfOrders(db, ids)]);
  const arrival = businessDaysAfter(days.today, shippingAllowance, days.closed);
  return orders.map(({ order_id: orderId, ship_date: shipDate, return_date: returnDate, days: own }) => {
    const school = schools.get(orderId);
    const closure = shipDate === null && school ? closureOn(arrival, school) : undefined;
    return {
      orderId,
      closure: closure ?? null,
      ...slipDates({ shipDate, returnDate, days: own }, { ...days, school }),
    };
  });
}
