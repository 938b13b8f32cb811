import { statuses } from "#contract/codes.ts";
import type { StaffOrder } from "#contract/circulation.ts";
import { machineDay } from "#web/lib/dates.ts";

/** The order form as it is typed: inputs hold text. */
export type OrderFormValues = {
  statusId: string;
  trackingNumber: string;
  shipDate: string;
  returnDate: string;
  orderNote: string;
};

/** What stands in the form when it opens. */
export function valuesOf(order: StaffOrder): OrderFormValues {
  return {
    statusId: order.statusId === statuses.undefined ? "" : String(order.statusId),
    trackingNumber: order.trackingNumber,
    shipDate: order.shipDate ?? "",
    returnDate: order.returnDate ?? "",
    orderNote: order.orderNote,
  };
}

/** What is sent to be saved. */
export function bodyOf(orderId: number, version: number, values: OrderFormValues) {
  return {
    orderId,
    version,
    statusId: Number(values.statusId),
    trackingNumber: values.trackingNumber.trim(),
    shipDate: values.shipDate || null,
    returnDate: values.returnDate || null,
    orderNote: values.orderNote,
  };
}

/** Copies that were ordered and are not checked out. */
export function missingCopies(order: Pick<StaffOrder, "orderItems">): number {
  return order.orderItems.reduce(
    (sum, { quantity, orderInventoryItems }) => sum + quantity - orderInventoryItems.length,
    0,
  );
}

const todayHere = () => machineDay(new Date().toISOString()) ?? "";

/** What the clerk may not have meant, as sentences; none of it is forbidden. */
export function surprisesOf(order: StaffOrder, values: OrderFormValues, today = todayHere()): string[] {
  const statusId = Number(values.statusId);
  // what is shipped without a day is shipped today
  const leaves = values.shipDate || (statusId === statuses.shipped ? today : "");
  const missing = missingCopies(order);
  const surprises: string[] = [];
  if (statusId === statuses.shipped && order.statusId !== statuses.shipped && missing > 0) {
    surprises.push(
      missing === 1
        ? "1 copy on this order isn’t checked out yet."
        : `${missing} copies on this order aren’t checked out yet.`,
    );
  }
  if (order.statusId === statuses.returned && statusId !== statuses.returned) {
    surprises.push("This order is Returned. If you reopen it, check out its copies again.");
  }
  if (leaves && values.returnDate && values.returnDate < leaves) {
    surprises.push("The return date is before the ship date.");
  }
  return surprises;
}

/** The version a form stands on, and what the order's own fields said at that version. */
export type FormBase = { version: number; values: OrderFormValues };

/**
 * After a check-out the order has a new version. The form may stand on it only while the fields of the form are as it
 * knows them: else somebody else changed them meanwhile, and saving must be refused rather than undo their work.
 */
export function rebase(base: FormBase, order: StaffOrder): FormBase {
  const now = valuesOf(order);
  const same = fieldNames.every((name) => now[name] === base.values[name]);
  return same ? { version: order.version, values: now } : base;
}

const fieldNames = ["statusId", "trackingNumber", "shipDate", "returnDate", "orderNote"] as const;
