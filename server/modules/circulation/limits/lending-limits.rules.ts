import type { Reason } from "#contract/wire/reasons.ts";

/**
 * How much a borrower may have: titles an order, copies ordered and out, orders in 24 hours; and with how many open cases they may
 * order, where that is limited.
 */
export type LendingLimits = {
  titles: number;
  copies: number;
  orders: number;
  openCases?: number;
  unconfirmedPercent: number;
};

/** What a borrower has before an order; `isConfirmed`: their mailbox is. */
export type Lent = { copies: number; orders: number; isConfirmed: boolean };

type Lines = readonly { quantity: number }[];

/** Why an order is too much for its borrower; undefined when it is not. Unconfirmed mailboxes have smaller limits. */
export function whyTooMuch(limits: Shared, lines: Lines, lent: Lent): Reason | undefined {
  const { titles, copies, orders } = lent.isConfirmed ? limits : shareOf(limits);
  const refused = (of: "titles" | "copies" | "orders", most: number, now: number) =>
    ({ kind: "lending-limit", of, most, now, isConfirmed: lent.isConfirmed }) as const;
  if (lines.length > titles) return refused("titles", titles, lines.length);
  if (lent.orders >= orders) return refused("orders", orders, lent.orders);
  const wanted = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return lent.copies + wanted > copies ? refused("copies", copies, lent.copies) : undefined;
}

type Shared = Omit<LendingLimits, "openCases">;

function shareOf({ titles, copies, orders, unconfirmedPercent }: Shared) {
  const share = (limit: number) => Math.max(1, Math.floor((limit * unconfirmedPercent) / 100));
  return { titles: share(titles), copies: share(copies), orders: share(orders) };
}
