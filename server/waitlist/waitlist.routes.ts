import * as calls from "#contract/waitlist/waitlist.ts";
import type { WaitlistEntry, Waiting } from "#contract/waitlist/waitlist.ts";
import type { Session } from "#server/http/caller.ts";
import { serve } from "#server/http/serve.ts";
import type { NounParts } from "#server/parts.ts";
import { withheldName } from "#server/orders/public.ts";
import { found } from "#server/refusals/http-error.ts";
import type { FastifyInstance } from "fastify";
import * as reservations from "#contract/waitlist/reservations.ts";
import * as reasons from "#contract/waitlist/stock-reasons.ts";
import { today } from "#server/platform/clock.ts";
import { readClosedDays } from "#server/site/public.ts";
import { dayAfter } from "#contract/orders/business-days.ts";
import { titlesOnCalendar } from "./reservations/calendar.queries.ts";
import { listRisks } from "./reservations/what-helps.ts";
import { availabilityOf, explainStock } from "./stock-reasons.queries.ts";
import {
  expectedDay,
  joinWaitlist,
  leaveWaitlist,
  offerBehind,
  orderByLink,
  orderHeld,
  pausePlace,
} from "./waitlist.ts";
import { entriesOf, holdShelf, waitingFor } from "./waitlist.queries.ts";

export function waitlistRoutes(app: FastifyInstance, nounParts: NounParts): void {
  const parts = { ...nounParts, closedDays: () => readClosedDays(nounParts.readContent) };
  const { db } = parts;
  const ownerOf = (session: Session) => found(session.borrowerId ?? undefined);
  const partOf = (page = 1) => ({ limit: calls.waitingOnAPage, offset: (page - 1) * calls.waitingOnAPage });

  const describeEntries = async (of: { borrowerId: number; entryId?: number }): Promise<WaitlistEntry[]> => {
    const { holdHours, loanDays, ways } = parts.configuration;
    const [entries, closed] = [await entriesOf(db, of), await parts.closedDays()];
    const rules = { loanDays: loanDays + Math.ceil(holdHours / 24), inspectionDays: ways.inspectionDays, closed };
    return entries.map(({ outlook: { today, ...outlook }, ...entry }) => ({
      ...entry,
      expectedOn: entry.held || entry.isPaused || !entry.isReached ? null : expectedDay(outlook, { today, ...rules }),
    }));
  };
  const entryOf = async (of: { borrowerId: number; entryId: number }) => found((await describeEntries(of))[0]);

  serve(app, calls.joinWaitlist, async ({ params: { inventoryId: itemId } }, { session }) => {
    const borrowerId = ownerOf(session);
    return { data: await entryOf({ borrowerId, entryId: await joinWaitlist(db, { itemId, borrowerId }) }) };
  });
  serve(app, calls.getOwnPlaces, async (_request, { session }) => ({
    data: await describeEntries({ borrowerId: ownerOf(session) }),
  }));
  serve(app, calls.changePlace, async ({ params: { entryId }, body: { isPaused } }, { session }) => {
    const own = { entryId, borrowerId: ownerOf(session) };
    await pausePlace(db, own, isPaused);
    return { data: await entryOf(own) };
  });
  serve(app, calls.leaveWaitlist, async ({ params: { entryId } }, { session }) => {
    await leaveWaitlist(db, { entryId, borrowerId: ownerOf(session) });
    return {};
  });
  serve(app, calls.orderHeld, async ({ params: { entryId } }, { session }) => ({
    id: await orderHeld(parts, { entryId, borrowerId: ownerOf(session) }),
  }));
  serve(app, calls.getOffer, async ({ body: { token } }) => ({ data: await offerBehind(parts, token) }));
  serve(app, calls.orderOffer, async ({ body: { token } }) => ({ id: await orderByLink(parts, token) }));
  serve(app, calls.getWaiting, async ({ params: { inventoryId }, query }, { session }) => {
    const { data, total } = await waitingFor(db, inventoryId, partOf(query.page));
    // volunteers only need to see the borrowers whose copies they put on hold
    const isShown = ({ isHeldFor }: Waiting) => session.role !== "volunteer" || isHeldFor;
    const nobody = { borrowerId: 0, borrowerName: withheldName, schoolName: "" };
    return { data: data.map((entry) => (isShown(entry) ? entry : { ...entry, ...nobody })), total };
  });
  serve(app, calls.getHoldShelf, async ({ query }) => holdShelf(db, partOf(query.page)));
  serve(app, reservations.getRisks, async ({ query }) => listRisks(parts, query.page ?? 1));

  const day = () => today(parts.clock, parts.configuration.timeZone);
  serve(app, reservations.getReservationCalendar, async ({ query: { on, page = 1, ...filters } }) => {
    const month = (on ?? day()).slice(0, 7);
    const first = `${month}-01`;
    const last = dayAfter(`${dayAfter(first, 31).slice(0, 7)}-01`, -1);
    const part = { limit: reservations.titlesOnCalendar, offset: (page - 1) * reservations.titlesOnCalendar };
    return { ...(await titlesOnCalendar(db, { first, last, ...filters, today: day() }, part)), month, today: day() };
  });
  serve(app, reasons.getAvailability, async ({ params: { id } }) => ({
    data: found(await availabilityOf(db, id, day())),
  }));
  serve(app, reasons.getStockReasons, async ({ params: { id }, query }) =>
    explainStock(db, { itemId: id, page: query.page ?? 1, today: day() }),
  );
}
