import { writeCancelMail } from "./cancel/cancel-mail.ts";
import { writeChangeMail } from "./lines/change-mail.ts";
import { watchPromises } from "./promises/watch-promises.ts";
import { writeDueMail } from "./renew/due-mail.ts";
import { writeReturnMail } from "./returns/return-mail.ts";
import { writeReminders } from "./reminders/reminders.ts";
import { writeShippedMail } from "./status/shipped-mail.ts";

export { type DayParts, daysAsked } from "./days/days-asked.ts";
export { placeOrder } from "./place-order.ts";
export { cleanUpPhotos } from "./photos/photos.ts";

export const orderWords = {
  watchPromises,
  writeCancelMail,
  writeChangeMail,
  writeDueMail,
  writeReminders,
  writeReturnMail,
  writeShippedMail,
};
