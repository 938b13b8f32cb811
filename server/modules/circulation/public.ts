export { writeCancelMail } from "./cancel/cancel-mail.ts";
export { type DayParts, daysAsked } from "./days/days-asked.ts";
export { placeOrder } from "./place-order.ts";
export { writeReturnMail } from "./returns/return-mail.ts";
export { cleanUpPhotos } from "./way-back/clean-up-photos.ts";
export { writeReminders } from "./reminders/write-reminders.ts";
