import { statuses } from "#contract/catalog/codes.ts";
import type { FoundCopy, FoundOrder, Matches } from "#contract/desk/search.ts";
import { readLabel } from "#contract/catalog/label-code.ts";
import { copyHref, orderList } from "#web/orders/desk-queries.ts";
import type { WaitingLine } from "#web/orders/use-returns.ts";
import { copyName } from "#web/lib/formats.tsx";

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

const open = (to: string): Choice["act"] => ({ do: "open", to });

const openOrder = (key: string, orderId: number, detail: string): Choice => ({
  key,
  label: `Open order #${orderId}`,
  detail,
  act: open(orderHref(orderId)),
});

/** Lists actions for matches, likeliest first: a scanned copy is in hand, and a typed number is likely an order's. */
export function choicesFor(matches: Matches, text = "", inHand = text === ""): Choice[] {
  const { copies, orders, titles, people } = matches;
  const copyChoices = copies.flatMap((copy) => choicesOfCopy(copy, inHand));
  const orderChoices = orders.flatMap(choicesOfOrder);
  return [
    ...(/^#?\d+$/.test(text) ? [...orderChoices, ...copyChoices] : [...copyChoices, ...orderChoices]),
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

/** Lists the searches for any text. Volunteers have no list of borrowers. */
export function searchesFor(text: string, isClerk: boolean): Choice[] {
  if (readLabel(text)) return [];
  const borrowers = {
    key: "borrowers",
    label: "Search borrowers",
    detail: text,
    act: open(`/admin/borrowers?${new URLSearchParams({ q: text })}`),
  };
  return [
    { key: "orders", label: "Search all orders", detail: text, act: open(orderList.href({ text })) },
    ...(isClerk ? [borrowers] : []),
    {
      key: "inventory",
      label: "Search inventory",
      detail: text,
      act: open(`/admin/inventorylist?${new URLSearchParams({ q: text })}`),
    },
  ];
}

/** Shows the copy first if it never had the label's SKU, because the label may be another library's. */
function choicesOfCopy(copy: FoundCopy, inHand: boolean): Choice[] {
  const choices = choicesOfOwnCopy(copy, inHand);
  if (!copy.labelIsForeign) return choices;
  const [show, others] = [choices.filter(showsCopy), choices.filter((choice) => !showsCopy(choice))];
  const withWarning = show.map((choice) => ({
    ...choice,
    detail: `The label has a SKU this copy never had. Does it belong to another library? ${choice.detail}`,
  }));
  return [...withWarning, ...others];
}

const showsCopy = ({ key }: Choice) => key.startsWith("copy ");

/** Checks in a loan or a lost copy, checks out a copy in hand that an order needs, and shows any other. */
function choicesOfOwnCopy(copy: FoundCopy, inHand: boolean): Choice[] {
  const { inventoryItemId, order, neededBy, lostFrom, heldFor } = copy;
  const name = `${copyName(copy)}, ${copy.title}`;
  const show: Choice = {
    key: `copy ${inventoryItemId}`,
    label: `Show ${copyName(copy)}`,
    detail: `${copy.title}, ${stateOf(copy)}`,
    act: open(copyHref(copy)),
  };
  const loan = order?.statusId === statuses.shipped ? order : lostFrom;
  if (loan) {
    const detail = `${name}, from order #${loan.orderId}, ${loan.borrowerName}`;
    const label = loan === lostFrom ? "Check in (it was lost)" : "Check in";
    return [{ key: `check in ${inventoryItemId}`, label, detail, act: { do: "check in", copy } }, show];
  }
  if (heldFor) {
    const detail = `${name}, for ${heldFor.borrowerName}, ${heldFor.schoolName}`;
    return [show, { key: `held ${inventoryItemId}`, label: "Open the hold shelf", detail, act: open("/admin/holds") }];
  }
  if (order) {
    const key = `copy's order ${inventoryItemId}`;
    const detail = `${copyName(copy)} is packed for it, ${order.schoolName}`;
    return [openOrder(key, order.orderId, detail), show];
  }
  if (neededBy) {
    const { orderId, schoolName } = neededBy;
    const checkOut: Choice = {
      key: `check out ${inventoryItemId}`,
      label: `Check out to order #${orderId}`,
      detail: `${name}, for ${schoolName}`,
      act: { do: "check out", copy, line: neededBy },
    };
    const description = `Waiting for a copy of ${copy.title}, ${schoolName}`;
    const openIt = openOrder(`needed by ${inventoryItemId}`, orderId, description);
    return inHand ? [checkOut, show, openIt] : [show, checkOut, openIt];
  }
  return [show];
}

function stateOf({ order, heldFor, isInactive, inactiveReason }: FoundCopy): string {
  if (isInactive) return `inactive (${inactiveReason ?? "no reason"})`;
  if (heldFor) return `on hold for ${heldFor.borrowerName}, ${heldFor.schoolName}`;
  return order ? "checked out" : "on the shelf";
}

/** Opens an order. For the tracking number of a return, first offers to check in its package. */
function choicesOfOrder(order: FoundOrder): Choice[] {
  const { orderId, statusName, borrowerName, schoolName, statusId, copiesOut, isSentBack } = order;
  const isOut = statusId === statuses.shipped && copiesOut > 0;
  const detail = `${statusName}, ${borrowerName}, ${schoolName}${isOut ? `: ${copiesOut} out` : ""}`;
  const openIt = openOrder(`order ${orderId}`, orderId, detail);
  const checkIn: Choice = {
    key: `package ${orderId}`,
    label: `Check in the package of order #${orderId}`,
    detail: `Sent back by ${borrowerName}, ${schoolName}: ${copiesOut} out`,
    act: open(hrefOfPackage(order)),
  };
  return isSentBack && isOut ? [checkIn, openIt] : [openIt];
}

/** Returns the address for a scanned slip: Returns if its order has shipped, or else the order. */
export function hrefOfPackage({ orderId, statusId }: FoundOrder): string {
  return statusId === statuses.shipped ? `/admin/returns?order=${orderId}` : orderHref(orderId);
}
