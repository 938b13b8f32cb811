import { limits } from "#contract/catalog/codes.ts";
import { endpoint } from "#contract/wire/endpoint.ts";
import { id, pageNumber, text } from "#contract/wire/text.ts";
import * as z from "zod/mini";

/** How many titles a borrower may wait for. */
export const maxPlaces = 25;

export const waitingOnAPage = 20;

/** A borrower's place in the line for a title. Days are YYYY-MM-DD, instants ISO; `place` counts from 1. */
export const waitlistEntry = z.object({
  placeId: z.number(),
  inventoryId: z.number(),
  title: z.string(),
  language: z.string(),
  place: z.number(),
  since: z.string(),
  isPaused: z.boolean(),
  /** An email reaches them; others whom it reaches go first otherwise. */
  isReached: z.boolean(),
  /** When a copy should be ready for them, by due dates and the lending rules; null: it is held, paused, or nobody can tell. */
  expectedOn: z.nullable(z.string()),
  /** A copy is held for this borrower, once the email went out until an instant; null: none is. */
  held: z.nullable(z.object({ until: z.nullable(z.string()) })),
});
export type WaitlistEntry = z.output<typeof waitlistEntry>;

/** Extension: joins the waitlist of a title that is out of stock. Joining again resumes a paused wait and keeps the place. */
export const joinWaitlist = endpoint("POST Waitlist/Join/{inventoryId}", {
  access: "user",
  params: { inventoryId: id },
  answer: { data: waitlistEntry },
});

/** Extension: all that a borrower waits for, the longest first. */
export const getOwnPlaces = endpoint("GET Waitlist/GetOwnPlaces", {
  access: "user",
  answer: { data: z.array(waitlistEntry) },
});

/** Extension: pauses or resumes. Pausing keeps the place while others go ahead; a held copy goes to the next person. */
export const changePlace = endpoint("POST Waitlist/Change/{placeId}", {
  access: "user",
  params: { placeId: id },
  body: z.object({ isPaused: z.boolean() }),
  answer: { data: waitlistEntry },
});

/** Extension: waits no more; leaving twice is fine. */
export const leaveWaitlist = endpoint("POST Waitlist/Leave/{placeId}", {
  access: "user",
  params: { placeId: id },
  answer: {},
});

/** Extension: orders the copy held for this place; `id` is the order's. Repeated, it gives the same order. */
export const orderHeld = endpoint("POST Waitlist/OrderHeld/{placeId}", {
  access: "user",
  params: { placeId: id },
  answer: { id: z.number() },
});

const token = text(limits.line);

/** Extension: what the link of an email would order. It orders nothing. */
export const getOffer = endpoint("GET Waitlist/GetOffer/{token}", {
  access: "anyone",
  params: { token },
  answer: {
    data: z.object({
      inventoryId: z.number(),
      title: z.string(),
      language: z.string(),
      until: z.string(),
    }),
  },
});

/** Extension: orders the copy that the link of an email is for, without a login; `id` is the order's. */
export const orderOffer = endpoint("POST Waitlist/OrderOffer", {
  access: "anyone",
  body: z.object({ token }),
  answer: { id: z.number() },
});

/** Extension: who waits for a title, in the order in which they are served. */
export const getWaiting = endpoint("GET Waitlist/GetWaiting/{inventoryId}", {
  access: "volunteer",
  params: { inventoryId: id },
  query: z.object({ page: pageNumber }),
  answer: {
    data: z.array(
      z.object({
        place: z.number(),
        borrowerId: z.number(),
        borrowerName: z.string(),
        /** False: who gets emails is served first. */
        isReached: z.boolean(),
        schoolName: z.string(),
        since: z.string(),
        isPaused: z.boolean(),
        isHeldFor: z.boolean(),
      }),
    ),
    total: z.number(),
  },
});
export type Waiting = z.output<(typeof getWaiting)["answer"]["data"]>[number];

/**
 * Extension: the hold shelf: copies that came back and are not to be shelved, those first whose time is up first; `until` is null
 * before the borrower gets the email, `orderId` the order that was placed for it and waits to be packed.
 */
export const getHoldShelf = endpoint("GET Waitlist/GetHoldShelf", {
  access: "volunteer",
  query: z.object({ page: pageNumber }),
  answer: {
    data: z.array(
      z.object({
        inventoryItemId: z.number(),
        inventoryId: z.number(),
        title: z.string(),
        language: z.string(),
        skuNumber: z.string(),
        copyNumber: z.number(),
        borrowerName: z.string(),
        /** False: they got no email that it is held. */
        isReached: z.boolean(),
        schoolName: z.string(),
        until: z.nullable(z.string()),
        orderId: z.nullable(z.number()),
      }),
    ),
    total: z.number(),
  },
});
export type HeldForSomebody = z.output<(typeof getHoldShelf)["answer"]["data"]>[number];
