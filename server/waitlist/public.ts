export { writeWaitlistMail } from "./waitlist-mail.ts";
export { advanceWaitlists } from "./waitlist.ts";
export { watchReservations } from "./reservations/watch-reservations.ts";
