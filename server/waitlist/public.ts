export { riskLetter } from "./reservations/reservation-letters.ts";
export { endedLetter, heldLetter } from "./waitlist-mail.ts";
