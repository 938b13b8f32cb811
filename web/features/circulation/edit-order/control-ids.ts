/** The ids of controls that receive the focus from elsewhere. */
export const idOf = {
  checkOut: (orderItemId: number) => `check-out-${orderItemId}`,
  /** The selected status: arrow keys continue from there. */
  status: "chosen-status",
} as const;
