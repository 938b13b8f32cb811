export { claimCart } from "./cart/cart.ts";
export { type LineAtRisk, titlesOfOrder } from "./orders.queries.ts";
export { isPacked } from "./change-days.ts";
export {
  type ClaimRow,
  type OwedItem,
  claimById,
  closeClaim,
  described,
  eventOfReturn,
  isOwed,
  openKind,
  owedByBorrower,
} from "./loans.queries.ts";
export { type DayParts, expectedArrival, type RequestedDates } from "./dates.ts";
export { packageDays } from "./dates.ts";
export { loanImports } from "./imported-loans/loan-imports.ts";
export { recordChange } from "./events/record-change.ts";
export { sendNotice, type WriteNotice } from "./notices/notices.ts";
export { factsOfOrder } from "./notices/notices.queries.ts";
export {
  canceledLetter,
  changedLetter,
  dueChangedLetter,
  letterOfReturns,
  receivedLetter,
  shippedLetter,
} from "./notices/order-letters.ts";
export { dueSoonLetter, overdueLetter, yearEndLetter } from "./notices/reminder-letters.ts";
export { transferLetter } from "./notices/transfer-letters.ts";
export {
  type LockedLine,
  changeOrder,
  insertAssignments,
  lockOrder,
  lockOrderOfLine,
  releaseCopies,
} from "./order-changes.queries.ts";
export {
  isWithheld,
  presentClaim,
  presentOwnClaim,
  presentSummary,
  presentSwap,
  presentSwappable,
  type Reader,
  withheldName,
} from "./orders.present.ts";
export { daysOfOrder, daysOfOrders, linesOf, ordersOf } from "./orders.queries.ts";
export {
  asideFor,
  daysLate,
  freeSlots,
  objectionToChangingCopies,
  objectionToCopy,
  objectionToRemovingOne,
} from "./orders.rules.ts";
export { placeOrder } from "./place-order.ts";
export { trackingImports } from "./postage/tracking-imports.ts";
export { showStaffOrder, showStaffOrders } from "./show-orders.ts";
export { describeSwap, loansBeside } from "./swaps.queries.ts";
export { swapCopies } from "./swaps.ts";
export { lockCopyOf } from "./loans.ts";
export { countWork, shipsSoon, waiting, wants } from "./work.queries.ts";
