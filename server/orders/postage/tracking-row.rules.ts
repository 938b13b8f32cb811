import { cut } from "#contract/wire/cut.ts";
import { statuses } from "#contract/catalog/codes.ts";
import { isTrackingNumber } from "#contract/orders/carrier.ts";
import { trackingNumberOf } from "#contract/desk/scans.ts";
import { type TrackingField, trackingFields } from "#contract/orders/tracking-files.ts";
import type { Layout } from "#server/platform/tables/columns.rules.ts";
import { changedCode } from "#server/platform/tables/damage.rules.ts";

/** Returns the name of a field's column in the file, or the field's label. */
export function columnOf({ names, fields }: Layout, field: TrackingField): string {
  return names[fields.indexOf(field)] ?? trackingFields[field].label;
}

/** A row as typed; empty where the file says nothing. */
export type TrackingCells = Readonly<Record<TrackingField, string>>;

export type Remark = { field: TrackingField; message: string };

/** What a row says. `zip` has five digits. */
export type ReadTracking = { orderId: number; number: string; zip: string; person: string; school: string };

/** Reads a row without looking anything up. Adds whatever can't be right to the row's errors. */
export function readTracking(cells: TrackingCells, errors: Remark[]): ReadTracking | undefined {
  if (/void|refund|cancel/i.test(cells.state)) {
    errors.push({ field: "state", message: says.voided(cells.state) });
    return undefined;
  }
  const orderId = Number(/^(?:order\s*)?#?\s*(\d{1,9})(?:\.0+)?$/i.exec(cells.order.trim())?.[1] ?? 0);
  if (orderId === 0) errors.push({ field: "order", message: says.noReference(cells.order) });
  const number = trackingNumberOf(cells.tracking);
  if (cells.tracking === "") errors.push({ field: "tracking", message: says.numberMissing });
  else if (!isTrackingNumber(number))
    errors.push({ field: "tracking", message: changedCode(cells.tracking) ?? says.notANumber(cells.tracking) });
  const person = cells.name || [cells.firstName, cells.lastName].filter(Boolean).join(" ");
  const school = cells.company;
  // some programs put the whole address into the recipient's column
  const zip = zipIn(cells.zip) || (lastZipIn(person) ?? "");
  if (zip === "" && person === "" && school === "") errors.push({ field: "zip", message: says.nothingToCheck });
  return errors.length > 0 ? undefined : { orderId, number, zip, person, school };
}

/** Spreadsheets drop the zeros at the beginning of a ZIP Code. */
const zipIn = (text: string) => /^\s*(\d{3,5})(?:\.0+)?(?:-?\d{4})?\s*$/.exec(text)?.[1]?.padStart(5, "0") ?? "";
const lastZipIn = (text: string) => /.*\b(\d{5})(?:-\d{4})?\b/s.exec(text)?.[1];

/** The part of an order that a row of a postage program's export is compared with. */
export type OrderToTrack = {
  order_id: number;
  status_id: number;
  ship_to_name: string;
  ship_to_school: string;
  ship_to_zip: string;
  tracking_number: string;
  copies_missing: number;
};

/** The number as the library compares it. */
export const keyOf = (number: string) => number.toLowerCase().replace(/[^a-z0-9]/g, "");

export const isSameNumber = (order: Pick<OrderToTrack, "tracking_number">, number: string) =>
  keyOf(order.tracking_number) === keyOf(number);

const wordsOf = (text: string) =>
  text
    .normalize("NFD")
    .replace(/\p{M}|['’.]/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/**
 * Returns whether one of two names has all words of the other, because programs add initials and addresses, and drop
 * words.
 */
function isAlike(name: string, other: string): boolean {
  const [words, others] = [wordsOf(name), wordsOf(other)];
  const has = (all: readonly string[], some: readonly string[]) => some.every((word) => all.includes(word));
  return words.length > 0 && others.length > 0 && (has(words, others) || has(others, words));
}

/** Returns whether the package went to the order's recipient, or to its school if the file has no recipients. */
const isForOrder = (order: OrderToTrack, { person, school }: Pick<ReadTracking, "person" | "school">) =>
  person === "" ? school === "" || isAlike(order.ship_to_school, school) : isAlike(order.ship_to_name, person);

/** Returns why a tracking number can't be saved on an order, if so. */
export function objectionToTracking(
  order: OrderToTrack | undefined,
  read: ReadTracking,
  others: readonly number[],
): Remark | undefined {
  const { orderId, number, zip, person, school } = read;
  if (!order) return { field: "order", message: says.noSuchOrder(orderId) };
  if (zip !== "" && zip !== zipIn(order.ship_to_zip))
    return { field: "zip", message: says.otherZip(orderId, order.ship_to_zip, zip) };
  if (!isForOrder(order, read))
    return { field: person === "" ? "company" : "name", message: says.otherName(order, person || school) };
  if (order.status_id === statuses.canceled) return { field: "order", message: says.canceled(orderId) };
  if (order.status_id === statuses.returned) return { field: "order", message: says.returned(orderId) };
  const other = others.find((id) => id !== orderId);
  if (other !== undefined) return { field: "tracking", message: says.usedBy(number, other) };
  if (order.tracking_number !== "" && !isSameNumber(order, number))
    return { field: "tracking", message: says.hasNumber(orderId, order.tracking_number) };
  if (order.status_id !== statuses.shipped && order.copies_missing > 0)
    return { field: "order", message: says.notPacked(orderId, order.copies_missing) };
  return undefined;
}

const quoted = (typed: string) => `“${cut(typed, 60)}”`;

/** The sentences about a row. */
export const says = {
  voided: (state: string) => `This label is ${quoted(state)}, so nothing was mailed with it.`,
  noReference: (typed: string) =>
    typed === ""
      ? "The row has no order number, so we can’t tell which order it belongs to."
      : `${quoted(typed)} isn’t one of our order numbers.`,
  numberMissing: "The row has no tracking number. Buy its label first.",
  notANumber: (typed: string) =>
    `${quoted(typed)} isn’t a tracking number from USPS, UPS, or FedEx. A digit is wrong or missing.`,
  nothingToCheck: "The row has neither a ZIP Code nor a name, so we can’t tell whether it’s the right package.",
  noSuchOrder: (orderId: number) => `There’s no order #${orderId}.`,
  otherZip: (orderId: number, own: string, zip: string) =>
    `Order #${orderId} ships to ZIP Code ${own}, and this package went to ${zip}.`,
  otherName: ({ order_id: orderId, ship_to_name: name, ship_to_school: school }: OrderToTrack, person: string) =>
    `Order #${orderId} ships to ${name}, ${school}, and this package went to ${quoted(person)}.`,
  canceled: (orderId: number) => `Order #${orderId} is canceled.`,
  returned: (orderId: number) => `Order #${orderId} is already returned.`,
  usedBy: (number: string, orderId: number) => `${number} is already the tracking number of order #${orderId}.`,
  hasNumber: (orderId: number, number: string) =>
    `Order #${orderId} already has the tracking number ${number}. To replace it, edit the order.`,
  notPacked: (orderId: number, copies: number) =>
    `Order #${orderId} still needs ${copies === 1 ? "1 copy" : `${copies} copies`}. Check ${copies === 1 ? "it" : "them"} out first.`,
  orderTwice: (orderId: number, row: number) =>
    `Order #${orderId} is already in row ${row}. An order has one tracking number; enter others in its note.`,
  numberTwice: (number: string, row: number) => `${number} is already in row ${row}.`,
  ships: ({ order_id: orderId, ship_to_name: name, ship_to_school: school }: OrderToTrack, carrier: string) =>
    `Order #${orderId} for ${name}, ${school}, ships with ${carrier}.`,
  numberOnly: (orderId: number) => `Order #${orderId} has already shipped, so only its number is saved.`,
  changedMeanwhile: "The order changed after the check. Check the file again to see more.",
} as const;
