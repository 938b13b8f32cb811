import type { LibrarySettings } from "#contract/staff/settings.ts";

/** What limits an order, by the names that lending gives it. */
export const lendingOf = ({
  maxTitlesPerOrder: titles,
  maxCopiesPerBorrower: copies,
  maxOrdersPerDay: orders,
  maxOpenCases: openCases,
  unconfirmedPercent,
}: LibrarySettings) => ({ titles, copies, orders, openCases, unconfirmedPercent });
