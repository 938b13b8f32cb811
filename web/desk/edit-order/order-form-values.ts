import type { StaffOrder } from "#contract/orders/orders.ts";
import { statuses } from "#contract/catalog/codes.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import { today } from "#web/orders/status.ts";
import { machineDay } from "#web/lib/dates.ts";
import type { Base } from "#web/ui/form/form-state.ts";
import type { FieldProblem } from "#web/ui/forms/error-summary.tsx";

/** The order form as it is typed: inputs hold text. */
export type OrderFormValues = {
  statusId: string;
  trackingNumber: string;
  shipDate: string;
  returnDate: string;
  orderNote: string;
};

/** The fields in the order of the form, and what each is called. */
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
    // Cancelled is no choice of the form: it has its own action
    statusId: [statuses.undefined, statuses.cancelled].some((none) => none === order.statusId)
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

export function problemsOf(order: Saved, values: OrderFormValues, now = today()): FieldProblem[] {
  return [
    ...(values.statusId === "" ? [{ field: "statusId", message: ownMessages.statusRequired }] : []),
    ...(["shipDate", "returnDate"] as const).flatMap((field) => {
      const input = document.getElementById(field);
      // a half-typed date reaches the form as an empty one: the input itself knows better
      const isHalf = input instanceof HTMLInputElement && input.validity.badInput;
      return isHalf ? [{ field, message: `${orderLabels[field]} must be a whole date.` }] : [];
    }),
    ...wrongDays(order, values, now),
  ];
}

type Saved = Pick<StaffOrder, "orderDate" | "shipDate" | "returnDate">;

/** Days that were typed now and cannot be; those of before stay as they are. */
export function wrongDays(
  order: Saved,
  { statusId, shipDate, returnDate }: Pick<OrderFormValues, "statusId" | "shipDate" | "returnDate">,
  now: string,
): FieldProblem[] {
  const typed = { shipDate, returnDate };
  const slips = (["shipDate", "returnDate"] as const).filter(
    (field) => typed[field] !== "" && !/^(?:19|2\d)\d\d-/.test(typed[field]),
  );
  if (slips.length > 0)
    return slips.map((field) => ({ field, message: `${orderLabels[field]} must be from 1900 to 2999.` }));
  const ordered = machineDay(order.orderDate) ?? "";
  const isShipNew = shipDate !== (order.shipDate ?? "");
  const isNew = isShipNew || returnDate !== (order.returnDate ?? "");
  // shipping without a day means today
  const leaves = shipDate || (Number(statusId) === statuses.shipped ? now : "");
  const isEarly = isShipNew && shipDate !== "" && shipDate < ordered;
  return [
    ...(isEarly ? [{ field: "shipDate", message: ownMessages.shipBeforeOrder(ordered) }] : []),
    ...(isNew && leaves !== "" && returnDate !== "" && returnDate < leaves
      ? [{ field: "returnDate", message: ownMessages.returnBeforeShip }]
      : []),
  ];
}

export function missingCopies(order: Pick<StaffOrder, "orderItems">): number {
  return order.orderItems.reduce(
    (sum, { quantity, orderInventoryItems }) => sum + quantity - orderInventoryItems.length,
    0,
  );
}

/** What the clerk may not have meant, as sentences; none of it is forbidden. */
export function surprisesOf(order: StaffOrder, values: OrderFormValues, partsLeft = 0): string[] {
  const statusId = Number(values.statusId);
  const missing = missingCopies(order);
  const ships = statusId === statuses.shipped && order.statusId !== statuses.shipped;
  const isBack = statusId === statuses.returned && order.statusId !== statuses.returned;
  const out = order.orderItems.reduce((sum, { orderInventoryItems }) => sum + orderInventoryItems.length, 0);
  return [
    isBack && order.statusId !== statuses.shipped && "This order was never shipped.",
    isBack && out === 1 && "1 copy is still out: is it here?",
    isBack && out > 1 && `${out} copies are still out: are they all here?`,
    ships && missing === 1 && "1 copy on this order isn’t checked out yet.",
    ships && missing > 1 && `${missing} copies on this order aren’t checked out yet.`,
    ships && partsLeft === 1 && "1 part isn’t ticked as packed.",
    ships && partsLeft > 1 && `${partsLeft} parts aren’t ticked as packed.`,
    order.statusId === statuses.returned &&
      statusId !== statuses.returned &&
      "This order is Returned. If you reopen it, check out its copies again.",
  ].filter((sentence) => sentence !== false);
}
