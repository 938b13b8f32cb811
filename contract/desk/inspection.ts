import * as z from "zod/mini";
import { mostAtOnce, refusalOfOne } from "#contract/desk/bulk.ts";
import { conditions } from "#contract/desk/returns.ts";
import { endpoint } from "#contract/wire/endpoint.ts";
import { id, pageNumber, pageSize } from "#contract/wire/text.ts";

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
  /** As parts of a title are written. */
  missingParts: z.string(),
  returnedAt: z.nullable(z.string()),
  orderId: z.nullable(z.number()),
  borrowerName: z.string(),
  schoolName: z.string(),
  openCaseId: z.nullable(z.number()),
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
    inventoryItemIds: z.array(id).check(z.minLength(1), z.maxLength(mostAtOnce)),
    from: place,
    to: place,
  }),
  answer: { data: z.array(z.object({ inventoryItemId: z.number(), refusal: refusalOfOne })) },
});
export type MoveOutcome = z.output<(typeof moveCopies)["answer"]["data"]>[number];
