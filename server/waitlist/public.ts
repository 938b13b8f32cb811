export { writeQueueMail } from "./queue-mail.ts";
export { advanceQueues } from "./queue.ts";
export { watchPromises } from "./reservations/watch-promises.ts";
