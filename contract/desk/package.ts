import type { Order, OrderDays, OrderItem } from "../orders/orders.ts";
import type { PageContent } from "../site/sections.ts";
import { hundredthsOf } from "../catalog/weights.ts";
import { centsOf, dollars } from "../wire/money.ts";
import { dueDay, type SchoolCalendar, shippingAllowance } from "../people/school-days.ts";
import { businessDaysBefore, type ClosedDays, dayAfter } from "../orders/business-days.ts";

type Borrower = Pick<Order["borrower"], "borrowerName" | "schoolName" | "address">;

/** Returns the lines of a mailing address, as on an envelope. Orders of anonymized borrowers have no address. */
export function addressLines({ borrowerName, schoolName, address }: Borrower): string[] {
  const { street, city, state, zip } = address;
  const place = [city, `${state} ${zip}`.trim()].filter(Boolean).join(", ");
  const lines = [borrowerName, schoolName, street, place].filter(Boolean);
  return lines.length > 0 ? lines : ["No address on file."];
}

/** Puts the library's name above its address, unless the address already begins with the name. */
export function withName(name: string, address: string): string {
  return address.toLowerCase().startsWith(name.toLowerCase()) ? address : `${name}\n${address}`;
}

/** Returns the lines of the library's address without the name, which many addresses begin with. */
export function linesBelowName(name: string, address: string): string[] {
  const lines = address.split("\n").filter((line) => line.trim() !== "");
  return lines[0]?.trim().toLowerCase() === name.trim().toLowerCase() ? lines.slice(1) : lines;
}

/** `to` is an address of several lines; `from` is one line with the order and the sender. */
export type AddressLabel = { to: string; from: string };

const oneLine = (text: string) => text.replaceAll("\n", ", ");
const about = ({ orderId }: Pick<Order, "orderId">, from: string) => `Order #${orderId} · ${oneLine(from)}`;

/** Writes the label of an outgoing package. `library` is the library's name and address. */
export function outLabel(order: Order, library: string): AddressLabel {
  return { to: addressLines(order.borrower).join("\n"), from: about(order, library) };
}

export function backLabel(order: Order, library: string): AddressLabel {
  return { to: library, from: about(order, addressLines(order.borrower).join("\n")) };
}

/**
 * Names the copies of a line, with a due date where it differs from the order's. A blank stands for a copy that hasn't
 * been checked out.
 */
export function copiesToSend({ orderInventoryItems, quantity }: OrderItem, inWords: (day: string) => string): string[] {
  const names = orderInventoryItems.map(({ inventoryItem: copy, dueDate }) =>
    [`#${copy.skuNumber} copy ${copy.copyNumber}`, ...(dueDate === null ? [] : [`due ${inWords(dueDate)}`])].join(", "),
  );
  return [...names, ...Array.from({ length: Math.max(0, quantity - names.length) }, () => "copy ____")];
}

export type ReturnCosts = PageContent["returnCosts"]["steps"];

type Line = Pick<OrderItem, "quantity"> & { inventory: Pick<OrderItem["inventory"], "weight"> };

/** Estimates the cost of returning these titles, using the library's rate table if every title has a weight. */
export function returnCostInWords(lines: readonly Line[], costs: ReturnCosts): string {
  const cents = returnCost(lines, costs);
  return cents === undefined ? "roughly $4-12" : `about ${dollars(cents)}`;
}

/** In cents. A load over the top weight ships as several packages. */
function returnCost(lines: readonly Line[], costs: ReturnCosts): number | undefined {
  const steps = costs
    .map(({ upTo, cost }) => ({ upTo: hundredthsOf(upTo), cents: centsOf(cost) }))
    .toSorted((a, b) => a.upTo - b.upTo);
  const heaviest = steps.at(-1);
  if (!heaviest || lines.length === 0 || lines.some(({ inventory }) => inventory.weight === "")) return undefined;
  const weight = lines.reduce((sum, { quantity, inventory }) => sum + quantity * hundredthsOf(inventory.weight), 0);
  const full = Math.ceil(weight / heaviest.upTo) - 1;
  const rest = steps.find(({ upTo }) => weight - full * heaviest.upTo <= upTo);
  return full * heaviest.cents + (rest ?? heaviest).cents;
}

type OrderDates = {
  shipDate: string | null;
  returnDate: string | null;
  days?: Pick<OrderDays, "mailBackBy" | "dueBy"> | null | undefined;
};
type Calendars = { closed: ClosedDays; school?: SchoolCalendar | undefined };

/** The last day to mail an order back, and the day by which it must reach the library. */
export type MailBack = { mailBackBy: string; due: string };

/**
 * Returns when to mail an order back, or null before its due date is known. The days of teaching dates hold until staff
 * or a renewal move the return date.
 */
export function mailBackOf(
  { returnDate, days }: Pick<OrderDates, "returnDate" | "days">,
  calendars: Calendars,
): MailBack | null {
  if (days && (returnDate ?? days.dueBy) === days.dueBy) return { due: days.dueBy, mailBackBy: days.mailBackBy };
  return returnDate === null ? null : mailBackFor(returnDate, calendars);
}

/** Returns when to mail a package back that is due on a day. */
export const mailBackFor = (due: string, { closed, school }: Calendars): MailBack => ({
  due,
  mailBackBy: businessDaysBefore(due, shippingAllowance, [...closed, ...(school?.breaks ?? [])]),
});

/** Returns when to mail an order back, even before it ships. */
export function slipDates(order: OrderDates, calendars: Calendars & { today: string; loanDays: number }): MailBack {
  const { today, loanDays, closed, school } = calendars;
  const shipped = order.shipDate ?? today;
  return (
    mailBackOf(order, calendars) ??
    mailBackFor(dueDay({ shipped, due: dayAfter(shipped, loanDays) }, school, closed), calendars)
  );
}
