import * as z from "zod/mini";
import { borrowerInList, copyInList } from "../catalog/in-lists.ts";
import { limits } from "../catalog/codes.ts";
import { outcomes } from "./claims.ts";
import { endpoint } from "../wire/endpoint.ts";
import { id, pageNumber, pageSize, partsField, text } from "../wire/text.ts";
import { maxAtOnce, refusalOfOne } from "../wire/refusals.ts";

/** Best first. Copies in the last two conditions go to inspection. */
export const conditions = ["good", "worn", "parts missing", "damaged"] as const;
export type Condition = (typeof conditions)[number];

const condition = z.enum(conditions, "must be good, worn, parts missing, or damaged");

/**
 * A checked-in copy and where to put it. Days are YYYY-MM-DD. The order sent `copiesSent` copies, and `copiesOut` of
 * them are still on loan; `neededBy` is the order that needs a copy of this title when none is on the shelf.
 */
export const returnedCopy = z.object({
  returnId: z.number(),
  /** Identifies the check-in to undo; null if the order's history was deleted. */
  eventId: z.nullable(z.number()),
  ...copyInList,
  orderId: z.number(),
  ...borrowerInList,
  returnDate: z.nullable(z.string()),
  daysLate: z.number(),
  copiesOut: z.number(),
  copiesSent: z.number(),
  condition,
  note: z.string(),
  /** All parts of the title, and below, the missing ones: "1 DVD @ 24.50; 2 cards". */
  parts: z.string(),
  missingParts: z.string(),
  /** "24.50"; empty when unknown, and in rows that a browser tab stored before this field existed. */
  replacementCost: z._default(z.string(), ""),
  destination: z.enum(["shelf", "order", "hold", "inspection"]),
  /** The shelf location of the copy, or else of the title; empty when unknown. */
  shelfLocation: z.string(),
  neededBy: z.nullable(z.object({ orderId: z.number(), schoolName: z.string() })),
  /** The next person on the waitlist, if the copy goes to the hold shelf. */
  heldFor: z.nullable(z.object(borrowerInList)),
  /** The claim for a copy that had been declared lost, and its outcome. */
  lostClaim: z.nullable(z.object({ claimId: z.number(), outcome: z.enum(outcomes) })),
  openClaimId: z.nullable(z.number()),
});
export type ReturnedCopy = z.output<typeof returnedCopy>;

/** Extension: checks in a copy of a shipped order. Checking in the last copy marks the order Returned. */
export const checkInCopy = endpoint("POST Returns/CheckIn", {
  access: "volunteer",
  body: z.object({ inventoryItemId: id }),
  answer: { data: returnedCopy },
});

/**
 * Extension: changes the condition of a returned copy until it is lent again. With the condition "parts missing",
 * `missingParts` names parts of the title, "1 DVD; 2 cards"; when omitted, the missing parts stay the same. An open
 * claim for missing parts changes, too.
 */
export const changeCondition = endpoint("POST Returns/ChangeCondition/{id}", {
  access: "volunteer",
  params: { id },
  body: z.object({ condition, note: z._default(text(limits.line), ""), missingParts: z.optional(partsField) }),
  answer: { data: returnedCopy },
});

const copyOfTitle = z.object({ skuNumber: z.string(), copyNumber: z.number() });

/**
 * Two copies of a title that were swapped. `otherOrderId` is the order that now has the other copy; null if that copy
 * is on the shelf.
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

/** A loan of another copy of the same title, which may be the copy that was actually sent. */
const swappable = z.extend(copyOfTitle, {
  orderInventoryItemId: z.number(),
  orderId: z.number(),
  ...borrowerInList,
});
export type Swappable = z.output<typeof swappable>;

/** Extension: returns up to ten current loans of other copies of the title, longest first. */
export const getSwappable = endpoint("GET Returns/GetSwappable/{inventoryItemId}", {
  access: "volunteer",
  params: { inventoryItemId: id },
  answer: { data: z.array(swappable) },
});

/**
 * Extension: swaps the copy of this loan with the copy that was in the package. If another order had that copy, that
 * order gets the loan's copy.
 */
export const swapCopies = endpoint("POST Returns/Swap", {
  access: "volunteer",
  body: z.object({ orderInventoryItemId: id, inventoryItemId: id }),
  answer: { data: swap },
});

export const waitingStates = ["inspection", "repair"] as const;
export type WaitingState = (typeof waitingStates)[number];

/** Where staff can send a copy; `retired` copies leave the collection. */
export const copyPlaces = ["shelf", ...waitingStates, "retired"] as const;
export type CopyPlace = (typeof copyPlaces)[number];

/** A copy in inspection or repair, with its last return; null and empty if it was never returned. */
export const waitingCopy = z.object({
  ...copyInList,
  shelfLocation: z.string(),
  condition: z.nullable(z.enum(conditions)),
  note: z.string(),
  missingParts: z.string(),
  returnedAt: z.nullable(z.string()),
  orderId: z.nullable(z.number()),
  ...borrowerInList,
  openClaimId: z.nullable(z.number()),
});
export type WaitingCopy = z.output<typeof waitingCopy>;

/** Extension: returns the copies in inspection or in repair, longest wait first. */
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
 * Extension: moves a copy, for example from inspection to its shelf or back. Refused if the copy is no longer at
 * `from`.
 */
export const moveCopy = endpoint("POST Inspection/Move/{inventoryItemId}", {
  access: "clerk",
  params: { inventoryItemId: id },
  body: z.object({ from: place, to: place }),
  answer: {},
});

/** Extension: moves these copies. Refuses each copy that is no longer at `from`. */
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

/**
 * Extension: returns the photos of a copy on an order, oldest first. Volunteers get, add, and remove those of open orders
 * and of copies that came back today; all others are 404.
 */
export const getPhotos = endpoint("GET Returns/GetPhotos/{orderInventoryItemId}", {
  access: "volunteer",
  params: { orderInventoryItemId: id },
  answer: { data: z.array(loanPhoto) },
});

/** Extension: returns a photo as a `data:` URL, because photos have no public address. */
export const getPhoto = endpoint("GET Returns/GetPhoto/{id}", {
  access: "volunteer",
  params: { id },
  answer: { data: z.object({ picture: z.string() }) },
});

/** Extension: adds a photo of a copy: JPEG, PNG, or WebP, at most 10 MB. Re-encodes it without its location. */
export const addPhoto = endpoint("POST Returns/AddPhoto/{orderInventoryItemId}", {
  access: "volunteer",
  params: { orderInventoryItemId: id },
  upload: "uploadFile",
  answer: { data: loanPhoto },
});

/** Extension: permanently removes a photo. */
export const removePhoto = endpoint("POST Returns/RemovePhoto/{id}", {
  access: "volunteer",
  params: { id },
  answer: {},
});
