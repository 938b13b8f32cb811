import type { CopyReason } from "#contract/titles/stock-reasons.ts";

/** Why copies cannot be ordered now, for staff. */
export const reasonWords: Record<CopyReason, string> = {
  out: "Out with borrowers",
  packed: "Packed for an order",
  held: "Held for the next in line",
  inspection: "Waits for inspection",
  repair: "In repair",
  missing: "Missing since a stock-take",
  lost: "Lost",
  damaged: "Damaged",
  retired: "Retired",
  inactive: "Inactive",
  archived: "Archived",
  "of-archived": "On the shelf, but the title is archived",
  planned: "On the shelf, planned for an order",
  free: "On the shelf",
};
