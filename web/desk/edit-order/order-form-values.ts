import type { StaffOrder } from "#contract/orders/orders.ts";
import { statuses } from "#contract/catalog/codes.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import { today } from "#web/orders/status.ts";
import type { Base, FieldProblem } from "#web/ui/form/form-state.ts";
import { machineDay } from "#web/lib/formats.tsx";

export type OrderFormValues = {
  statusId: string;
  trackingNumber: string;
  shipDate: string;
  returnDate: string;
  orderNote: string;
};

/** Lists labels in the order of the form's fields. */
export const orderLabels: Record<keyof OrderFormValues, string> = {
  statusId: "Status",
  trackingNumber: "Tracking number",
  shipDate: "Ship date",
  returnDate: "Return date",
  orderNote: "Note",
};

export function baseOf(order: StaffOrder): Base<OrderFormValues> {
  return { version: order.version, values: valuesOf(order) };
}

export function valuesOf(order: StaffOrder): OrderFormValues {
  return {
    // the form doesn't offer Canceled, which has its own button
    statusId: [statuses.undefined, statuses.canceled].some((status) => status === order.statusId)
      ? ""
      : String(order.statusId),
    trackingNumber: order.trackingNumber,
    shipDate: order.shipDate ?? "",
    returnDate: order.returnDate ?? "",
    orderNote: order.orderNote,
  };
}

export function bodyOf(orderId: number, version: Base<OrderFormValues>["version"], values: OrderFormValues) {
  return {
    ...values,
    orderId,
    version,
    statusId: Number(values.statusId),
    trackingNumber: values.trackingNumber.trim(),
    shipDate: values.shipDate || null,
    returnDate: values.returnDate || null,
  };
}

export function problemsOf(order: SavedOrder, values: OrderFormValues, now = today()): FieldProblem[] {
  return [
    ...(values.statusId === "" ? [{ field: "statusId", message: ownMessages.statusRequired }] : []),
    ...(["shipDate", "returnDate"] as const).flatMap((field) => {
      const input = document.getElementById(field);
      // the form sees a half-typed date as empty; only the input knows
      const isIncomplete = input instanceof HTMLInputElement && input.validity.badInput;
      return isIncomplete ? [{ field, message: `${orderLabels[field]} must be a complete date.` }] : [];
    }),
    ...dateProblems(order, values, now),
  ];
}

type SavedOrder = Pick<StaffOrder, "shipDate" | "returnDate">;

/** Rejects impossible new dates, and leaves stored dates alone. */
export function dateProblems(
  order: SavedOrder,
  { statusId, shipDate, returnDate }: Pick<OrderFormValues, "statusId" | "shipDate" | "returnDate">,
  now: string,
): FieldProblem[] {
  const dates = { shipDate, returnDate };
  const impossible = (["shipDate", "returnDate"] as const).filter(
    (field) => dates[field] !== "" && !/^(?:19|2\d)\d\d-/.test(dates[field]),
  );
  if (impossible.length > 0)
    return impossible.map((field) => ({ field, message: `${orderLabels[field]} must be from 1900 to 2999.` }));
  const isNew = shipDate !== (order.shipDate ?? "") || returnDate !== (order.returnDate ?? "");
  // shipping without a date means today
  const shipsOn = shipDate || (Number(statusId) === statuses.shipped ? now : "");
  const isReversed = isNew && shipsOn !== "" && returnDate !== "" && returnDate < shipsOn;
  return isReversed ? [{ field: "returnDate", message: ownMessages.returnBeforeShip }] : [];
}

export function missingCopies(order: Pick<StaffOrder, "orderItems">): number {
  return order.orderItems.reduce(
    (sum, { quantity, orderInventoryItems }) => sum + quantity - orderInventoryItems.length,
    0,
  );
}

export function copiesOut(order: Pick<StaffOrder, "orderItems">): number {
  return order.orderItems.reduce((sum, { orderInventoryItems }) => sum + orderInventoryItems.length, 0);
}

/** Returns warnings about allowed changes that may be a mistake. */
export function warningsOf(order: StaffOrder, values: OrderFormValues, partsLeft = 0): string[] {
  const statusId = Number(values.statusId);
  const missing = missingCopies(order);
  const ships = statusId === statuses.shipped && order.statusId !== statuses.shipped;
  const isBack = statusId === statuses.returned && order.statusId !== statuses.returned;
  return [
    isBack && order.statusId !== statuses.shipped && "This order was never shipped.",
    values.shipDate !== (order.shipDate ?? "") &&
      values.shipDate !== "" &&
      values.shipDate < (machineDay(order.orderDate) ?? "") &&
      "The ship date is before the order date.",
    ships && missing === 1 && "1 copy on this order isn’t checked out yet.",
    ships && missing > 1 && `${missing} copies on this order aren’t checked out yet.`,
    statusId < statuses.shipped &&
      missing === 0 &&
      order.trackingNumber === "" &&
      values.trackingNumber.trim() !== "" &&
      "This order has a tracking number but isn’t marked Shipped, so we won’t tell the borrower.",
    ships && partsLeft === 1 && "1 part isn’t checked as packed.",
    ships && partsLeft > 1 && `${partsLeft} parts aren’t checked as packed.`,
    order.statusId === statuses.returned &&
      statusId !== statuses.returned &&
      "This order is Returned. If you reopen it, check out its copies again.",
  ].filter((sentence) => sentence !== false);
}
