import * as z from "zod/mini";
import { limits } from "../catalog/codes.ts";
import { outcomes } from "./claims.ts";
import { endpoint } from "../wire/endpoint.ts";
import { id, pageNumber, pageSize, partsField, text } from "../wire/text.ts";
import { maxAtOnce, refusalOfOne } from "../wire/reasons.ts";

/** What the desk may find, best first. After the last two, a copy waits for inspection and is not lent. */
export const conditions = ["good", "worn", "parts missing", "damaged"] as const;
export type Condition = (typeof conditions)[number];

const condition = z.enum(conditions, "must be good, worn, parts missing or damaged");

/**
 * A copy that was checked in, and where it goes now. Days are YYYY-MM-DD. `copiesOut` counts what is still out of the
 * `copiesSent` of its order; `neededBy` is the order that waits for a copy of this title when none is on the shelf.
 */
export const returnedCopy = z.object({
  returnId: z.number(),
  inventoryItemId: z.number(),
  inventoryId: z.number(),
  skuNumber: z.string(),
  copyNumber: z.number(),
  title: z.string(),
  language: z.string(),
  orderId: z.number(),
  borrowerName: z.string(),
  schoolName: z.string(),
  returnDate: z.nullable(z.string()),
  daysLate: z.number(),
  copiesOut: z.number(),
  copiesSent: z.number(),
  condition,
  note: z.string(),
  /** What its title consists of, and what of that is missing, each as text: "1 DVD @ 24.50; 2 cards". */
  parts: z.string(),
  missingParts: z.string(),
  /** Of its title, as text: "24.50"; empty when unknown, and of what a tab keeps from before. */
  replacementCost: z._default(z.string(), ""),
  goesTo: z.enum(["shelf", "order", "hold", "inspection"]),
  /** Where it stands, or else its title; empty when unknown. */
  shelfPlace: z.string(),
  neededBy: z.nullable(z.object({ orderId: z.number(), schoolName: z.string() })),
  /** The next in line, for whom it is held: it is not to be shelved. */
  heldFor: z.nullable(z.object({ borrowerName: z.string(), schoolName: z.string() })),
  /** The claim of a copy that had been declared lost, and how it ended; null for others. */
  lostClaim: z.nullable(z.object({ claimId: z.number(), outcome: z.enum(outcomes) })),
  openClaimId: z.nullable(z.number()),
});
export type ReturnedCopy = z.output<typeof returnedCopy>;

/** Extension: checks in a copy of a shipped order. With its last copy the order becomes Returned. */
export const checkInCopy = endpoint("POST Returns/CheckIn", {
  access: "volunteer",
  body: z.object({ inventoryItemId: id }),
  answer: { data: returnedCopy },
});

/**
 * Extension: what the desk found, after the copy was checked in and while it is not lent again. `missingParts` names parts of
 * the title, "1 DVD; 2 cards", in the condition "parts missing"; omitted, they stay. An open claim of
 * them follows.
 */
export const changeCondition = endpoint("POST Returns/ChangeCondition/{id}", {
  access: "volunteer",
  params: { id },
  body: z.object({ condition, note: z._default(text(limits.line), ""), missingParts: z.optional(partsField) }),
  answer: { data: returnedCopy },
});

/** Extension: puts a copy back on its order, as if it had not been checked in; a Returned order is Shipped again. */
export const undoCheckIn = endpoint("POST Returns/Undo/{id}", {
  access: "volunteer",
  params: { id },
  answer: {},
});

const copyOfTitle = z.object({ skuNumber: z.string(), copyNumber: z.number() });

/**
 * A copy that was found where another copy of its title should be. `otherOrderId` is the order that has the other one
 * since; null: it is on the shelf.
 */
export const swap = z.object({
  eventId: z.number(),
  orderId: z.number(),
  otherOrderId: z.nullable(z.number()),
  title: z.string(),
  language: z.string(),
  found: copyOfTitle,
  recorded: copyOfTitle,
  swappedAt: z.string(),
  swappedByName: z.string(),
});
export type Swap = z.output<typeof swap>;

/** A loan of another copy of the same title: what may have been sent instead. */
const swappable = z.extend(copyOfTitle, {
  orderInventoryItemId: z.number(),
  orderId: z.number(),
  borrowerName: z.string(),
  schoolName: z.string(),
});
export type Swappable = z.output<typeof swappable>;

/** Extension: where else a copy may have come from: other copies of its title that are out, longest first, at most ten. */
export const getSwappable = endpoint("GET Returns/GetSwappable/{inventoryItemId}", {
  access: "volunteer",
  params: { inventoryItemId: id },
  answer: { data: z.array(swappable) },
});

/**
 * Extension: the copy was in the parcel instead of the one of this loan. The loan has it from now on, and the order that
 * had it, if any, has the other one.
 */
export const swapCopies = endpoint("POST Returns/Swap", {
  access: "volunteer",
  body: z.object({ orderInventoryItemId: id, inventoryItemId: id }),
  answer: { data: swap },
});

/** Where copies wait before they are lent again. */
export const waitingStates = ["inspection", "repair"] as const;
export type WaitingState = (typeof waitingStates)[number];

/** Where staff can send a copy; the last one is out of the collection. */
export const copyPlaces = ["shelf", ...waitingStates, "retired"] as const;
export type CopyPlace = (typeof copyPlaces)[number];

/** A copy that waits, and what the desk found when it came back last; that is null, and empty, for others. */
export const waitingCopy = z.object({
  inventoryItemId: z.number(),
  inventoryId: z.number(),
  skuNumber: z.string(),
  copyNumber: z.number(),
  title: z.string(),
  language: z.string(),
  shelfPlace: z.string(),
  condition: z.nullable(z.enum(conditions)),
  note: z.string(),
  missingParts: z.string(),
  returnedAt: z.nullable(z.string()),
  orderId: z.nullable(z.number()),
  borrowerName: z.string(),
  schoolName: z.string(),
  openClaimId: z.nullable(z.number()),
});
export type WaitingCopy = z.output<typeof waitingCopy>;

/** Extension: the copies that wait for inspection, or for their repair; those that came back first are first. */
export const getWaitingCopies = endpoint("GET Inspection/GetCopies", {
  access: "clerk",
  query: z.object({
    state: z._default(z.enum(waitingStates, "must be inspection or repair"), "inspection"),
    page: pageNumber,
    pageSize,
  }),
  answer: { data: z.array(waitingCopy), total: z.number() },
});

const place = z.enum(copyPlaces, `must be one of ${copyPlaces.join(", ")}`);

/**
 * Extension: sends a copy from one place to another, for example from inspection to its shelf, and back. Refused when it
 * is not where it was seen anymore.
 */
export const moveCopy = endpoint("POST Inspection/Move/{inventoryItemId}", {
  access: "clerk",
  params: { inventoryItemId: id },
  body: z.object({ from: place, to: place }),
  answer: {},
});

/** Extension: sends each of these copies from one place to another. One that is not there anymore is refused alone. */
export const moveCopies = endpoint("POST Inspection/MoveMany", {
  access: "clerk",
  body: z.object({
    inventoryItemIds: z.array(id).check(z.minLength(1), z.maxLength(maxAtOnce)),
    from: place,
    to: place,
  }),
  answer: { data: z.array(z.object({ inventoryItemId: z.number(), refusal: refusalOfOne })) },
});
export type MoveOutcome = z.output<(typeof moveCopies)["answer"]["data"]>[number];

export const maxPhotos = 6;

export const loanPhoto = z.object({ photoId: z.number(), takenAt: z.string(), takenByName: z.string() });
export type LoanPhoto = z.output<typeof loanPhoto>;

/** Extension: the photos of a copy on an order, oldest first. */
export const getPhotos = endpoint("GET Returns/GetPhotos/{orderInventoryItemId}", {
  access: "volunteer",
  params: { orderInventoryItemId: id },
  answer: { data: z.array(loanPhoto) },
});

/** Extension: one photo as a `data:` address, because no public address leads to it. */
export const getPhoto = endpoint("GET Returns/GetPhoto/{id}", {
  access: "volunteer",
  params: { id },
  answer: { data: z.object({ picture: z.string() }) },
});

/** Extension: adds a photo of what the desk found: JPEG, PNG, or WebP, at most 10 MB. It is re-encoded, without its place. */
export const addPhoto = endpoint("POST Returns/AddPhoto/{orderInventoryItemId}", {
  access: "volunteer",
  params: { orderInventoryItemId: id },
  upload: "uploadFile",
  answer: { data: loanPhoto },
});

/** Extension: removes a photo for good. */
export const removePhoto = endpoint("POST Returns/RemovePhoto/{id}", {
  access: "volunteer",
  params: { id },
  answer: {},
});
