import { statuses } from "#contract/codes.ts";

/** Whether an order is over: it holds no copies. */
export const isClosed = (statusId: number) => statusId === statuses.returned || statusId === statuses.cancelled;

/** Whether staff may still cancel an order, or change what is on it. */
export const isWaiting = (statusId: number) => statusId === statuses.new || statusId === statuses.processing;
