import { expect, it } from "vitest";
import { sendReminders } from "#contract/orders/order-changes.ts";
import { updateOrder } from "#contract/orders/orders.ts";
import { settleReports } from "#contract/orders/way-back.ts";
import { confirmByPhone } from "#contract/people/borrowers.ts";
import { getRisks } from "#contract/waitlist/reservations.ts";
import { checkOutAll } from "./packing.ts";
import { checkInCopy } from "./returns.ts";
import { type OrderWork, orderWorks, workRoles } from "./search.ts";

/** The call that does each kind of work. */
const doneBy: Record<OrderWork, { access: string }> = {
  "to-pack": checkOutAll,
  "to-ship": updateOrder,
  unconfirmed: confirmByPhone,
  "due-this-week": sendReminders,
  overdue: sendReminders,
  incomplete: checkInCopy,
  reported: settleReports,
  "at-risk": getRisks,
  "no-email": updateOrder,
};

it.each(orderWorks)("staff see the number of orders to do only if they may do it: %s", (work) => {
  expect(workRoles[work]).toBe(doneBy[work].access);
});
