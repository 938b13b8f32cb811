import { statuses } from "#contract/codes.ts";

/** The ids of controls that take the focus from elsewhere on the screen. */
export const idOf = {
  checkOut: (orderItemId: number) => `check-out-${orderItemId}`,
  /** RadioGroup names its inputs so. */
  shipped: `statusId-${statuses.shipped}`,
} as const;
