import { noticeJobs } from "./letters/notices.ts";
import { watchPromises } from "./promises/watch-promises.ts";
import { writeReminders } from "./reminders/reminders.ts";

export { type DayParts, daysAsked } from "./days/days-asked.ts";
export { cleanUpPhotos } from "./photos/photos.ts";
export { placeOrder } from "./place-order.ts";

/** What borrowers are told of their orders, away from a request. */
export const orderWords = { noticeJobs, watchPromises, writeReminders };
