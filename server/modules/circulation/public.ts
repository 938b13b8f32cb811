export { placeOrder } from "./place-order.ts";
export { writeReminders } from "./reminders/write-reminders.ts";
