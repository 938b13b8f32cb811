import { businessDaysAfter, type ClosedDays } from "#contract/site/business-days.ts";
import { addDays, startOfDay, today as todayOf } from "#server/platform/clock.ts";
import { inTransaction } from "#server/platform/database.ts";
import { mailHold } from "#server/platform/mail/hold.queries.ts";
import { enqueueMail } from "#server/platform/mail/outbox.queries.ts";
import { hashOf, newSecret } from "#server/platform/mail/link-secret.ts";
import type { DayParts } from "../days/days-asked.ts";
import { firstHour } from "../reminders/reminders.rules.ts";
import { arrivalLetter } from "./arrival-letter.ts";
import { addLink, keepRegions, ordersOnTheirWay, waysBack, waysOut } from "./arrivals.queries.ts";
import { regionsOf } from "./post-days.rules.ts";

/** A borrower is asked so many business days after the parcel should have come, and at most so many days later. */
const asked = { after: 2, grace: 7 };
/** Parcels of longer ago say nothing of the mail of today. In days. */
const memory = 730;

/**
 * Asks borrowers once whether a parcel came that should have been there for two business days, and learns from what they said how
 * long the mail takes. Killed in the middle, the rest is done by the next run, and nobody is asked twice.
 */
export async function followParcels(parts: DayParts, stopping?: AbortSignal): Promise<void> {
  const closed = await parts.closedDays();
  await learn(parts, closed);
  await askForArrivals(parts, closed, stopping);
}

async function learn({ db, clock, configuration: { timeZone } }: DayParts, closed: ClosedDays): Promise<void> {
  const since = addDays(todayOf(clock, timeZone), -memory);
  await inTransaction(db, async (tx) => {
    const ways = { out: await waysOut(tx, since), back: await waysBack(tx, since, timeZone) };
    await keepRegions(tx, regionsOf(ways, closed));
  });
}

async function askForArrivals(parts: DayParts, closed: ClosedDays, stopping?: AbortSignal): Promise<void> {
  const { db, clock, configuration } = parts;
  const [now, today] = [clock.now(), todayOf(clock, configuration.timeZone)];
  if (now.getTime() < startOfDay(today, configuration.timeZone).getTime() + firstHour * 3_600_000) return;
  if (await mailHold(db)) return; // a restored library does not know what came since
  const { leadDays } = configuration.ways;
  for (const order of await ordersOnTheirWay(db, { from: addDays(today, -60), to: today })) {
    stopping?.throwIfAborted();
    const on = businessDaysAfter(order.ship_date, leadDays + asked.after, closed);
    if (on > today || addDays(on, asked.grace) < today) continue;
    const token = newSecret();
    await inTransaction(db, async (tx) => {
      if (!(await addLink(tx, order, hashOf(token)))) return; // another instance asked
      const to = { name: order.name, address: order.email_address };
      await enqueueMail(tx, { kind: "arrival", to, letter: arrivalLetter(order, `/user/arrived/${token}`), at: now });
    });
  }
}
