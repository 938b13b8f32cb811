/**
 * What a scan found: a copy where it should be; one that is not on the list, or that is not lent; one of another place on the
 * shelf; one that the library thinks is with a borrower; one that is on hold, and belongs on the hold shelf; or no copy of ours.
 */
export const scanOutcomes = ["found", "unexpected", "misplaced", "out", "held", "unknown"] as const;
export type ScanOutcome = (typeof scanOutcomes)[number];

/** The lists of a stock-take: what was not scanned (yet), and what the scans found that needs somebody. */
export const stockTakeLists = ["missing", "unexpected", "misplaced", "out", "held"] as const;
export type StockTakeList = (typeof stockTakeLists)[number];

/** How many scans are sent, and copies changed, at a time. */
export const scansMost = 100;
export const copiesMost = 100;
