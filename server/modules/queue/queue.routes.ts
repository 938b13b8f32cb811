import * as calls from "#contract/borrowers/queue.ts";
import type { QueuePlace } from "#contract/borrowers/queue.ts";
import type { Session } from "#server/http/caller.ts";
import { serve } from "#server/http/serve.ts";
import { found } from "#server/refusals/http-error.ts";
import { daysInTheMail } from "#server/modules/circulation/public.ts";
import type { FastifyInstance } from "fastify";
import { changePlace, leaveQueue } from "./change-place.ts";
import { joinQueue } from "./join-queue.ts";
import { offerBehind, orderByLink, orderHeld } from "./order-held.ts";
import { holdShelf, type OwnPlace, placesOf, waitingFor } from "./queue.queries.ts";
import type { QueueParts } from "./wished-days.ts";

/** Serves Queue/*: who waits for a title, and the copies that are held for them. */
export function queueRoutes(app: FastifyInstance, parts: QueueParts): void {
  const { db } = parts;
  const ownerOf = (session: Session) => found(session.borrowerId ?? undefined);
  const partOf = (page = 1) => ({ limit: calls.waitingOnAPage, offset: (page - 1) * calls.waitingOnAPage });

  /** With what the mail takes, where a guess needs it. */
  const shown = async (places: OwnPlace[], borrowerId: number): Promise<QueuePlace[]> => {
    const isGuessed = places.some(({ guess }) => guess !== null);
    const mailDays = isGuessed ? await daysInTheMail(db, borrowerId, parts.configuration.ways) : 0;
    return places.map((place) => ({ ...place, guess: place.guess && { ...place.guess, mailDays } }));
  };
  const one = async (place: OwnPlace, borrowerId: number) => found((await shown([place], borrowerId))[0]);

  serve(app, calls.joinQueue, async ({ params, body }, { session }) => {
    const borrowerId = ownerOf(session);
    const place = await joinQueue(parts, { itemId: params.inventoryId, borrowerId, ...body });
    return { data: await one(place, borrowerId) };
  });
  serve(app, calls.getOwnPlaces, async (_request, { session }) => {
    const borrowerId = ownerOf(session);
    return { data: await shown(await placesOf(db, { borrowerId }), borrowerId) };
  });
  serve(app, calls.changePlace, async ({ params: { placeId }, body }, { session }) => {
    const borrowerId = ownerOf(session);
    return { data: await one(await changePlace(parts, { placeId, borrowerId }, body), borrowerId) };
  });
  serve(app, calls.leaveQueue, async ({ params: { placeId } }, { session }) => {
    await leaveQueue(db, { placeId, borrowerId: ownerOf(session) });
    return {};
  });
  serve(app, calls.orderHeld, async ({ params: { placeId } }, { session }) => ({
    id: await orderHeld(parts, { placeId, borrowerId: ownerOf(session) }),
  }));
  serve(app, calls.getOffer, async ({ params: { token } }) => ({ data: await offerBehind(parts, token) }));
  serve(app, calls.orderOffer, async ({ body: { token } }) => ({ id: await orderByLink(parts, token) }));
  serve(app, calls.getWaiting, async ({ params: { inventoryId }, query }) =>
    waitingFor(db, inventoryId, partOf(query.page)),
  );
  serve(app, calls.getHoldShelf, async ({ query }) => holdShelf(db, partOf(query.page)));
}
