import { endpoint } from "#contract/wire/endpoint.ts";
import { id, linkSecret, pageNumber } from "#contract/wire/text.ts";
import * as z from "zod/mini";
import { copyInList } from "../catalog/in-lists.ts";

/** The maximum number of waitlists per borrower. */
export const maxPlaces = 25;

export const waitingOnAPage = 20;

/** A borrower's entry on the waitlist of a title. Days are YYYY-MM-DD, instants ISO; `place` counts from 1. */
export const waitlistEntry = z.object({
  entryId: z.number(),
  inventoryId: z.number(),
  title: z.string(),
  language: z.string(),
  place: z.number(),
  since: z.string(),
  isPaused: z.boolean(),
  /** Whether the borrower can be emailed. Nothing is held for borrowers who can't be. */
  isReached: z.boolean(),
  /**
   * When a copy should be ready, based on due dates and the lending rules; null if a copy is on hold, the entry is
   * paused, the borrower can't be emailed, or the date is unknown.
   */
  expectedOn: z.nullable(z.string()),
  /** The copy on hold for this borrower; `until` is null before the email goes out. */
  held: z.nullable(z.object({ until: z.nullable(z.string()) })),
});
export type WaitlistEntry = z.output<typeof waitlistEntry>;

/**
 * Extension: joins the waitlist of a title that is out of stock. Joining again resumes a paused entry, which keeps its
 * place.
 */
export const joinWaitlist = endpoint("POST Waitlist/Join/{inventoryId}", {
  access: "user",
  params: { inventoryId: id },
  answer: { data: waitlistEntry },
});

/** Extension: returns the borrower's waitlist entries, longest wait first. */
export const getOwnPlaces = endpoint("GET Waitlist/GetOwnPlaces", {
  access: "user",
  answer: { data: z.array(waitlistEntry) },
});

/**
 * Extension: pauses or resumes an entry. A paused entry keeps its place while others go ahead; a copy on hold goes to
 * the next person.
 */
export const changePlace = endpoint("POST Waitlist/Change/{entryId}", {
  access: "user",
  params: { entryId: id },
  body: z.object({ isPaused: z.boolean() }),
  answer: { data: waitlistEntry },
});

/** Extension: leaves a waitlist. Idempotent. */
export const leaveWaitlist = endpoint("POST Waitlist/Leave/{entryId}", {
  access: "user",
  params: { entryId: id },
  answer: {},
});

/** Extension: orders the copy on hold for this entry; `id` is the order's. Idempotent. */
export const orderHeld = endpoint("POST Waitlist/OrderHeld/{entryId}", {
  access: "user",
  params: { entryId: id },
  answer: { id: z.number() },
});

/** Extension: returns the hold that the link in an email is about. Orders nothing. */
export const getOffer = endpoint("POST Waitlist/GetOffer", {
  access: "anyone",
  body: linkSecret,
  answer: {
    data: z.object({
      inventoryId: z.number(),
      title: z.string(),
      language: z.string(),
      until: z.string(),
    }),
  },
});

/** Extension: orders the copy that the link in an email is about, without a login; `id` is the order's. */
export const orderOffer = endpoint("POST Waitlist/OrderOffer", {
  access: "anyone",
  body: linkSecret,
  answer: { id: z.number() },
});

/** Extension: returns the waitlist of a title, longest wait first. */
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
        /** Whether the borrower can be emailed. Nothing is held for borrowers who can't be. */
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
 * Extension: returns the hold shelf, with orders to pack first, then by the end of the hold. `until` is null before the
 * borrower is emailed; `orderId` is the order to pack the copy for.
 */
export const getHoldShelf = endpoint("GET Waitlist/GetHoldShelf", {
  access: "volunteer",
  query: z.object({ page: pageNumber }),
  answer: {
    data: z.array(
      z.object({
        ...copyInList,
        borrowerName: z.string(),
        /** Whether the borrower can be emailed about the hold. */
        isReached: z.boolean(),
        schoolName: z.string(),
        until: z.nullable(z.string()),
        orderId: z.nullable(z.number()),
      }),
    ),
    total: z.number(),
  },
});
export type HoldShelfCopy = z.output<(typeof getHoldShelf)["answer"]["data"]>[number];
