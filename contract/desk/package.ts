import type { Order, OrderItem } from "../orders/orders.ts";
import type { PageContent } from "../site/sections.ts";
import { hundredthsOf } from "../catalog/weights.ts";
import { centsOf, dollars } from "../wire/money.ts";
import { dueDay, type SchoolCalendar, shippingAllowance } from "../people/school-days.ts";
import { businessDaysBefore, type ClosedDays, dayAfter } from "../orders/business-days.ts";

type Borrower = Pick<Order["borrower"], "borrowerName" | "schoolName" | "address">;

/** A mailing address: name, school, street, city, as on an envelope; an order that lost its person has none. */
export function addressLines({ borrowerName, schoolName, address }: Borrower): string[] {
  const { street, city, state, zip } = address;
  const place = [city, `${state} ${zip}`.trim()].filter(Boolean).join(", ");
  const lines = [borrowerName, schoolName, street, place].filter(Boolean);
  return lines.length > 0 ? lines : ["No address is known."];
}

/** The library's name above its address, unless the address begins with it. */
export function withName(name: string, address: string): string {
  return address.toLowerCase().startsWith(name.toLowerCase()) ? address : `${name}\n${address}`;
}

/** The lines of the library's address below its name, which many addresses begin with. */
export function linesBelowName(name: string, address: string): string[] {
  const lines = address.split("\n").filter((line) => line.trim() !== "");
  return lines[0]?.trim().toLowerCase() === name.trim().toLowerCase() ? lines.slice(1) : lines;
}

/** An address label: where to, in lines, and in one line what it is about and who sends it. */
export type AddressLabel = { to: string; from: string };

const oneLine = (text: string) => text.replaceAll("\n", ", ");
const about = ({ orderId }: Pick<Order, "orderId">, from: string) => `Order #${orderId} · ${oneLine(from)}`;

/** The label of an order's parcel on its way out; `library` is its name and address. */
export function outLabel(order: Order, library: string): AddressLabel {
  return { to: addressLines(order.borrower).join("\n"), from: about(order, library) };
}

export function backLabel(order: Order, library: string): AddressLabel {
  return { to: library, from: about(order, addressLines(order.borrower).join("\n")) };
}

/**
 * The names of the copies of a title, with the day of one that is due on another day than its order; those that are not checked
 * out yet have none.
 */
export function copiesToSend({ orderInventoryItems, quantity }: OrderItem, inWords: (day: string) => string): string[] {
  const names = orderInventoryItems.map(({ inventoryItem: copy, dueDate }) =>
    [`#${copy.skuNumber} copy ${copy.copyNumber}`, ...(dueDate === null ? [] : [`by ${inWords(dueDate)}`])].join(", "),
  );
  return [...names, ...Array.from({ length: Math.max(0, quantity - names.length) }, () => "copy ____")];
}

export type ReturnCosts = PageContent["returnCosts"]["steps"];

type Line = Pick<OrderItem, "quantity"> & { inventory: Pick<OrderItem["inventory"], "weight"> };

/** What it costs to send these titles back, in words: by their weight, where all have one and the library a table. */
export function returnCostInWords(lines: readonly Line[], costs: ReturnCosts): string {
  const cents = returnCost(lines, costs);
  return cents === undefined ? "roughly $4-12" : `about ${dollars(cents)}`;
}

/** In cents. What is heavier than the table goes in several parcels. */
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

type Dated = { shipDate: string | null; returnDate: string | null };
type Calendar = { today: string; loanDays: number; closed: ClosedDays; school?: SchoolCalendar | undefined };

/** When everything is due back, known before it ships, and the last day to mail it. */
export function slipDates({ shipDate, returnDate }: Dated, { today, loanDays, closed, school }: Calendar) {
  const shipped = shipDate ?? today;
  const due = returnDate ?? dueDay({ shipped, due: dayAfter(shipped, loanDays) }, school, closed);
  return { due, postBy: businessDaysBefore(due, shippingAllowance, [...closed, ...(school?.breaks ?? [])]) };
}
