export { advanceQueues } from "./queue.ts";
export { writeQueueMail } from "./queue-mail.ts";
