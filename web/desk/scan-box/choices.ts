import { statuses } from "#contract/catalog/codes.ts";
import type { Found, FoundCopy, FoundOrder } from "#contract/desk/search.ts";
import { readLabel } from "#contract/catalog/labels.ts";
import { orderList } from "#web/orders/desk-queries.ts";
import type { WaitingLine } from "#web/orders/use-returns.ts";
import { copyName } from "#web/lib/copy-name.ts";

export type Choice = {
  key: string;
  label: string;
  detail: string;
  act:
    | { do: "check in"; copy: FoundCopy }
    | { do: "check out"; copy: FoundCopy; line: WaitingLine }
    | { do: "open"; to: string };
};

const orderHref = (orderId: number) => `/admin/orderdetails/${orderId}`;

/**
 * What can be done with what was found, the likeliest first. Who scans a label has the copy in hand; who types looks for something, and
 * a number is rather that of an order.
 */
export function choicesFor(found: Found, text = "", inHand = text === ""): Choice[] {
  const { copies, orders, titles, people } = found;
  const withCopies = copies.flatMap((copy) => withCopy(copy, inHand));
  const withOrders = orders.flatMap(withOrder);
  return [
    ...(/^#?\d+$/.test(text) ? [...withOrders, ...withCopies] : [...withCopies, ...withOrders]),
    ...titles.map(({ inventoryId, title, referenceNumber, inStock }) => ({
      key: `title ${inventoryId}`,
      label: `Show title #${referenceNumber}`,
      detail: `${title}, ${inStock} in stock`,
      act: open(`/admin/viewitem/${inventoryId}`),
    })),
    ...people.map(({ borrowerId, borrowerName, schoolName, emailAddress, orders: count, openOrders }) => ({
      key: `person ${borrowerId}`,
      label: `Show borrower ${borrowerName}`,
      detail: `${schoolName}, ${emailAddress}: ${count} ${count === 1 ? "order" : "orders"} (${openOrders} open)`,
      act: open(`/admin/borrowers/${borrowerId}`),
    })),
  ];
}

/** Searches that look for any text, after what was found; volunteers have no list of borrowers. */
export function searchesFor(text: string, isClerk: boolean): Choice[] {
  if (readLabel(text)) return [];
  const borrowers = {
    key: "borrowers",
    label: "Search the borrowers",
    detail: text,
    act: open(`/admin/borrowers?${new URLSearchParams({ q: text })}`),
  };
  return [
    { key: "orders", label: "Search all orders", detail: text, act: open(orderList.href({ text })) },
    ...(isClerk ? [borrowers] : []),
    {
      key: "inventory",
      label: "Search the inventory",
      detail: text,
      act: open(`/admin/inventorylist?${new URLSearchParams({ q: text })}`),
    },
  ];
}

const open = (to: string): Choice["act"] => ({ do: "open", to });

/** A label that this copy never had may be on another library's: it is shown first, and nothing is done by Enter alone. */
function withCopy(copy: FoundCopy, inHand: boolean): Choice[] {
  const choices = withOwnCopy(copy, inHand);
  if (!copy.labelIsForeign) return choices;
  const [shown, others] = [choices.filter(isShown), choices.filter((choice) => !isShown(choice))];
  const asked = shown.map((choice) => ({
    ...choice,
    detail: `Its label has a SKU that this copy never had: is it another library’s? ${choice.detail}`,
  }));
  return [...asked, ...others];
}

const isShown = ({ key }: Choice) => key.startsWith("copy ");

/**
 * A copy that is out or lost is checked in; one in hand that an order waits for is checked out to it; any other leads to its order or
 * title.
 */
function withOwnCopy(copy: FoundCopy, inHand: boolean): Choice[] {
  const { inventoryItemId, order, neededBy, lostFrom, heldFor } = copy;
  const name = `${copyName(copy)}, ${copy.title}`;
  const shown: Choice = {
    key: `copy ${inventoryItemId}`,
    label: `Show ${copyName(copy)}`,
    detail: `${copy.title}, ${stateOf(copy)}`,
    act: open(`/admin/viewitem/${copy.inventoryId}?copy=${inventoryItemId}${copy.labelIsOld ? "&label=old" : ""}`),
  };
  if (order?.statusId === statuses.shipped) {
    const detail = `${name}, from order #${order.orderId}, ${order.borrowerName}`;
    return [{ key: `check in ${inventoryItemId}`, label: "Check in", detail, act: { do: "check in", copy } }, shown];
  }
  if (lostFrom) {
    const detail = `${name}, from order #${lostFrom.orderId}, ${lostFrom.borrowerName}`;
    const label = "Check in (it was lost)";
    return [{ key: `check in ${inventoryItemId}`, label, detail, act: { do: "check in", copy } }, shown];
  }
  if (heldFor) {
    const detail = `${name}, for ${heldFor.borrowerName}, ${heldFor.schoolName}`;
    return [shown, { key: `held ${inventoryItemId}`, label: "Open the hold shelf", detail, act: open("/admin/holds") }];
  }
  if (order) {
    const detail = `${copyName(copy)} is packed for it, ${order.schoolName}`;
    return [
      {
        key: `copy's order ${inventoryItemId}`,
        label: `Open order #${order.orderId}`,
        detail,
        act: open(orderHref(order.orderId)),
      },
      shown,
    ];
  }
  if (neededBy) {
    const { orderId, schoolName } = neededBy;
    const checkOut: Choice = {
      key: `check out ${inventoryItemId}`,
      label: `Check out to order #${orderId}`,
      detail: `${name}, for ${schoolName}`,
      act: { do: "check out", copy, line: neededBy },
    };
    const wanted: Choice = {
      key: `wanted ${inventoryItemId}`,
      label: `Open order #${orderId}`,
      detail: `It waits for a copy of ${copy.title}, ${schoolName}`,
      act: open(orderHref(orderId)),
    };
    return inHand ? [checkOut, shown, wanted] : [shown, checkOut, wanted];
  }
  return [shown];
}

/** Where a copy is, or why it is not lent. */
function stateOf({ order, heldFor, isInactive, inactiveReason }: FoundCopy): string {
  if (isInactive) return `inactive (${inactiveReason ?? "no reason"})`;
  if (heldFor) return `held for ${heldFor.borrowerName}, ${heldFor.schoolName}`;
  return order ? "checked out" : "on the shelf";
}

/** An order is opened; the number on a parcel that comes back is first that parcel's. */
function withOrder(order: FoundOrder): Choice[] {
  const { orderId, statusName, borrowerName, schoolName, statusId, copiesOut, isSentBack } = order;
  const isOut = statusId === statuses.shipped && copiesOut > 0;
  const opened: Choice = {
    key: `order ${orderId}`,
    label: `Open order #${orderId}`,
    detail: `${statusName}, ${borrowerName}, ${schoolName}${isOut ? `: ${copiesOut} out` : ""}`,
    act: open(orderHref(orderId)),
  };
  const parcel: Choice = {
    key: `parcel ${orderId}`,
    label: `Check in the parcel of order #${orderId}`,
    detail: `Sent back by ${borrowerName}, ${schoolName}: ${copiesOut} out`,
    act: open(hrefOfPackage(order)),
  };
  return isSentBack && isOut ? [parcel, opened] : [opened];
}

/** Where a scanned slip leads: a parcel that is out is opened at the return desk. */
export function hrefOfPackage({ orderId, statusId }: FoundOrder): string {
  return statusId === statuses.shipped ? `/admin/returns?order=${orderId}` : orderHref(orderId);
}
