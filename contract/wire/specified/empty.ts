export const pager = "No records to display.";
export const recent = "No records found.";
export const orders = "No orders to display.";
