import type { BorrowersOrder } from "#contract/circulation.ts";
import { statuses } from "#contract/codes.ts";

/** Whether an order is over: it holds no copies. */
export const isClosed = (statusId: number) => statusId === statuses.returned || statusId === statuses.cancelled;

/** Whether staff may still cancel an order, or change what is on it. */
export const isWaiting = (statusId: number) => statusId === statuses.new || statusId === statuses.processing;

/** Whether its borrower may still move an order to other dates or remove a title, as far as the browser knows. */
export const mayChangeOwn = ({ statusId, days }: Pick<BorrowersOrder, "statusId" | "days">) =>
  statusId === statuses.new || (statusId === statuses.processing && days?.isAtRisk === true);
