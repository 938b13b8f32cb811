export { cleanUpCarts } from "./cart/cart.queries.ts";
export { claimCart } from "./cart/cart.ts";
export { noticeJobs } from "./notices/notices.ts";
export { writeReminders } from "./notices/reminders.ts";
export { cleanUpPhotos } from "./photos.ts";
export { placeOrder } from "./place-order.ts";
