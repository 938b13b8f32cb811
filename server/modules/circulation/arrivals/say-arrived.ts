import type { Arrival } from "#contract/borrowers/arrivals.ts";
import { statuses } from "#contract/codes.ts";
import { type Clock, today as todayOf } from "#server/platform/clock.ts";
import type { Configuration } from "#server/platform/configuration.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";
import { hashOf } from "#server/platform/mail/link-secret.ts";
import { Refusal, refusalOfField } from "#server/refusals/refusal.ts";
import { lockOrder, type LockedOrder } from "../order-changes.queries.ts";
import { lockOwn, type Own } from "../way-back/own-order.ts";
import { arrivalOf, noteArrived, orderOfLink } from "./arrivals.queries.ts";

export type ArrivalParts = { db: Database; clock: Clock; configuration: Pick<Configuration, "timeZone"> };

/** What a link asks about; refused when there is no such link, or its order is not out. */
export async function arrivalBehind({ db, clock, configuration }: ArrivalParts, token: string): Promise<Arrival> {
  const orderId = await orderOfLink(db, hashOf(token));
  const order = orderId === undefined ? undefined : await arrivalOf(db, orderId);
  if (order?.status_id !== statuses.shipped) throw new Refusal({ kind: "arrival-over" });
  const { order_id, ship_date: shipDate, arrived_on: on } = order;
  // shipped once more, it is not there yet
  const arrivedOn = on !== null && on >= (shipDate ?? on) ? on : null;
  return { orderId: order_id, shipDate, arrivedOn, today: todayOf(clock, configuration.timeZone) };
}

/** By a link, its order came on a day. */
export async function sayArrived(
  parts: ArrivalParts,
  { token, arrivedOn }: { token: string; arrivedOn: string },
): Promise<Arrival> {
  const { orderId } = await arrivalBehind(parts, token);
  await inTransaction(parts.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order?.status_id !== statuses.shipped) throw new Refusal({ kind: "arrival-over" });
    checkDay(order, arrivedOn, parts);
    await noteArrived(tx, orderId, arrivedOn);
  });
  return arrivalBehind(parts, token);
}

/** Its borrower says that a shipped order came on a day. */
export async function sayOwnArrived(parts: ArrivalParts, { arrivedOn, ...own }: Own & { arrivedOn: string }) {
  await inTransaction(parts.db, async (tx) => {
    const order = await lockOwn(tx, own);
    if (order.status_id === statuses.returned) throw new Refusal({ kind: "order-returned" });
    if (order.status_id !== statuses.shipped) throw new Refusal({ kind: "not-shipped" });
    checkDay(order, arrivedOn, parts);
    await noteArrived(tx, own.orderId, arrivedOn);
  });
}

function checkDay({ ship_date: shipped }: LockedOrder, day: string, { clock, configuration }: ArrivalParts): void {
  if (day > todayOf(clock, configuration.timeZone) || day < (shipped ?? day))
    throw refusalOfField({ kind: "arrival-day" }, "arrivedOn");
}
