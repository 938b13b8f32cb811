import { cut } from "#contract/wire/cut.ts";
import { limits } from "#contract/catalog/codes.ts";
import { type LoanField, loanFields } from "#contract/orders/loan-files.ts";
import { readScan, trackingNumberOf } from "#contract/desk/scans.ts";
import { dayAfter, daysBetween } from "#contract/orders/business-days.ts";
import type { Layout } from "#server/platform/tables/columns.rules.ts";
import { changedCode } from "#server/platform/tables/damage.rules.ts";
import { type DateOrder, readDate, unreadDate } from "#server/platform/tables/dates.rules.ts";

/** Returns the name of a field's column in the file, or of a column that can replace it, or the field's label. */
export function columnOf({ names, fields }: Layout, field: LoanField): string {
  const others: Partial<Record<LoanField, readonly LoanField[]>> = {
    label: ["sku"],
    email: ["name"],
    school: ["name"],
  };
  const places = [field, ...(others[field] ?? [])].map((each) => fields.indexOf(each));
  return names[places.find((place) => place >= 0) ?? -1] ?? loanFields[field].label;
}

/** A row as typed; empty where the list says nothing. */
export type LoanRow = { row: number; cells: Readonly<Record<LoanField, string>> };

export type Remark = { field: LoanField; message: string };

/** A loan to store. */
export type LoanDraft = {
  copyId: number;
  itemId: number;
  borrowerId: number;
  due: string;
  shipped: string;
  tracking: string;
};

export type Days = { today: string; loanDays: number; dateOrder: DateOrder };
export type ReadLoan = Pick<LoanDraft, "due" | "shipped" | "tracking"> & { label: string };

const [maxDaysAhead, maxDaysAgo] = [366, 3653]; // a year and ten years; beyond that, it's probably a typo

/** Reads a row without looking anything up. Adds whatever can't be right to the row's errors. */
export function readLoan(cells: LoanRow["cells"], { today, loanDays, dateOrder }: Days, errors: Remark[]): ReadLoan {
  const dayIn = (field: "due" | "shipped") => {
    if (cells[field] === "") return undefined;
    const day = readDate(cells[field], dateOrder);
    const isTooEarly = day !== undefined && day < dayAfter(today, -maxDaysAgo);
    if (day === undefined) errors.push({ field, message: unreadDate(cells[field], dateOrder) });
    if (isTooEarly) errors.push({ field, message: says.longAgo(cells[field]) });
    return isTooEarly ? undefined : day;
  };
  const due = dayIn("due");
  if (cells.due === "") errors.push({ field: "due", message: says.dueMissing });
  if (due && due > dayAfter(today, maxDaysAhead)) errors.push({ field: "due", message: says.farAhead(cells.due) });
  const usualShipDate = dayAfter(due ?? today, -loanDays);
  const shipped = dayIn("shipped") ?? (usualShipDate < today ? usualShipDate : today);
  if (shipped > today) errors.push({ field: "shipped", message: says.notShippedYet(cells.shipped) });
  else if (due && shipped > due) errors.push({ field: "shipped", message: says.shippedLate });
  const changed = changedCode(cells.tracking);
  if (changed !== undefined) errors.push({ field: "tracking", message: changed });
  if (cells.tracking.length > limits.line) errors.push({ field: "tracking", message: says.trackingTooLong });
  return { label: labelIn(cells, errors), due: due ?? "", shipped, tracking: trackingNumberOf(cells.tracking) };
}

/** Returns the label as `copies_named` reads it: also a SKU with a copy number. */
function labelIn({ label, sku, copyNumber }: LoanRow["cells"], errors: Remark[]): string {
  if (label !== "") return readScan(label);
  if (sku === "") errors.push({ field: "label", message: says.labelMissing });
  if (sku === "" || copyNumber === "") return sku;
  const number = /^\D{0,10}(?<digits>\d{1,6})(?:\.0+)?$/.exec(copyNumber)?.groups?.["digits"];
  if (number === undefined) errors.push({ field: "copyNumber", message: says.copyNumber(copyNumber) });
  return number === undefined ? "" : `${sku} copy ${number}`;
}

/** The current state of a copy. `order` is the one that has it. */
export type CopyNow = {
  copy_id: number;
  item_id: number;
  copy: string;
  title: string;
  is_inactive: boolean;
  inactive_reason: string | null;
  is_archived: boolean;
  is_held: boolean;
  order: { orderId: number; isShipped: boolean; borrowerId: number; due: string | null } | null;
};

/** Returns why a copy can't be on the imported loan, if so. */
export function objectionToLoan({ copy, title, order, ...now }: CopyNow): string | undefined {
  if (order) return says.onOrder(copy, order);
  if (now.is_held) return says.held(copy);
  if (now.is_archived) return says.archived(title);
  return now.is_inactive ? says.inactive(copy, now.inactive_reason) : undefined;
}

/** Returns whether this same loan was imported before. */
export const isSameLoan = ({ order }: CopyNow, { borrowerId, due }: Pick<LoanDraft, "borrowerId" | "due">) =>
  order !== null && order.isShipped && order.borrowerId === borrowerId && order.due === due;

export const copyDaysOfLoan = ({ due, shipped }: Pick<LoanDraft, "due" | "shipped">) =>
  Math.max(1, daysBetween(shipped, due));

/** An order to store, with the copies of each title. */
export type NewLoans = Pick<LoanDraft, "borrowerId" | "due" | "shipped" | "tracking"> & {
  copies: Map<number, { copyId: number; row: number }[]>;
};

const quoted = (typed: string) => `“${cut(typed, 60)}”`;
const inactiveWords = new Map<string | null, string>([
  ["inspection", "is waiting for inspection"],
  ["repair", "is in repair"],
  ["lost", "is marked as lost"],
  ["damaged", "is marked as damaged"],
  ["retired", "is retired"],
]);

/** The sentences about a row. */
export const says = {
  dueMissing: "Enter the due date.",
  farAhead: (typed: string) => `${quoted(typed)} is more than a year away. Check the year.`,
  longAgo: (typed: string) => `${quoted(typed)} is more than ten years ago. Check the year.`,
  notShippedYet: (typed: string) => `${quoted(typed)} is in the future. Only list loans that have shipped.`,
  shippedLate: "The ship date is after the due date.",
  trackingTooLong: `The tracking number can’t be longer than ${limits.line} characters.`,
  labelMissing: "Enter the label of the copy, or its SKU and copy number.",
  copyNumber: (typed: string) => `${quoted(typed)} isn’t a copy number. Enter a number, such as 2.`,
  noSuchCopy: (typed: string) => `There’s no copy ${quoted(typed)}. Import the titles and their copies first.`,
  whichCopy: (typed: string) =>
    `More than one copy has the SKU ${quoted(typed)}. Enter the copy number, too, as in “${cut(typed, 6)}-2”.`,
  copyTwice: (copy: string, row: number) => `${copy} is already in row ${row.toLocaleString("en-US")}.`,
  onOrder: (copy: string, { orderId, isShipped }: { orderId: number; isShipped: boolean }) =>
    isShipped ? `${copy} is already on loan, in order #${orderId}.` : `${copy} is packed for order #${orderId}.`,
  held: (copy: string) => `${copy} is on hold for someone on the waitlist.`,
  archived: (title: string) => `“${title}” is archived. Unarchive it first.`,
  inactive: (copy: string, reason: string | null) =>
    `${copy} ${inactiveWords.get(reason) ?? "is inactive"}. Make it active first, or leave this row out.`,
  borrowerMissing: "Enter the borrower’s email address, or their name and school.",
  schoolMissing: "Enter the borrower’s school or email address, because people can share a name.",
  noSuchEmail: (email: string) => `No borrower has the email address ${quoted(email)}. Import the borrowers first.`,
  noSuchName: (name: string, school: string) =>
    `There’s no borrower ${quoted(name)} at ${quoted(school)}. Check the spelling, or enter the email address.`,
  sharedEmail: (email: string) =>
    `Several borrowers have the email address ${quoted(email)}. Enter the borrower’s name, too.`,
  sharedName: (name: string, school: string) =>
    `There’s more than one borrower ${quoted(name)} at ${quoted(school)}. Enter the email address.`,
  copyTaken: "This copy was lent, put on hold, or changed after the check. Check the file again to see more.",
  borrowerGone: "This borrower’s account was removed after the check.",
  beyondLimit: (name: string, max: number) =>
    `${name} now has more than the limit of ${max.toLocaleString("en-US")} copy-days. The loan is imported anyway.`,
} as const;
