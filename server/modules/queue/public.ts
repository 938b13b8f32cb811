export { advanceQueues } from "./advance-queues.ts";
export { writeQueueMail } from "./write-queue-mail.ts";
