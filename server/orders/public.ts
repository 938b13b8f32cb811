import { noticeJobs } from "./notices/notices.ts";
import { watchPromises } from "../waitlist/reservations/watch-promises.ts";
import { writeReminders } from "./notices/reminders.ts";

export { type DayParts, daysAsked } from "./days-asked.ts";
export { cleanUpPhotos } from "./photos.ts";
export { placeOrder } from "./place-order.ts";

/** What borrowers are told of their orders, away from a request. */
export const orderWords = { noticeJobs, watchPromises, writeReminders };
