/** The ids of controls that take the focus from elsewhere on the screen. */
export const idOf = {
  checkOut: (orderItemId: number) => `check-out-${orderItemId}`,
  /** Whichever status is chosen: the arrows lead on from there. */
  status: "chosen-status",
} as const;
