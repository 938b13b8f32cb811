import * as z from "zod/mini";
import { limits } from "../catalog/codes.ts";
import { bodyLimits } from "../wire/size-limits.ts";
import { ownMessages } from "../wire/messages.ts";
import { endpoint } from "../wire/endpoint.ts";
import { codeOrAll, flag, id, pageNumber, pageSize, text, whole } from "../wire/text.ts";

/**
 * What a scan found: a copy where it should be; one that is not on the list, or that is not lent; one of another place on the
 * shelf; one that the library thinks is with a borrower; one that is on hold, and belongs on the hold shelf; or no copy of ours.
 */
export const scanOutcomes = ["found", "unexpected", "misplaced", "out", "held", "unknown"] as const;
export type ScanOutcome = (typeof scanOutcomes)[number];

/** The lists of a inventory count: what was not scanned (yet), and what the scans found that needs somebody. */
export const inventoryCountLists = ["missing", "unexpected", "misplaced", "out", "held"] as const;
export type InventoryCountList = (typeof inventoryCountLists)[number];

/** How many scans are sent, and copies changed, at a time. */
export const scansMost = 100;
export const copiesMost = 100;

/**
 * A inventory count: all copies, or those of a subject or a place on the shelf. What should be there was fixed at its start: `expected`
 * copies; of the others in its scope it was known then that they were out, packed, on hold, inactive, or
 * archived.
 */
const inventoryCount = z.object({
  inventoryCountId: z.number(),
  subjectId: z.number(),
  subjectName: z.string(),
  shelfPlace: z.string(),
  startedAt: z.string(),
  startedByName: z.string(),
  closedAt: z.nullable(z.string()),
  closedByName: z.string(),
  expected: z.number(),
  knownOut: z.number(),
  knownPacked: z.number(),
  knownHeld: z.number(),
  knownInactive: z.number(),
  knownArchived: z.number(),
});
export type InventoryCount = z.output<typeof inventoryCount>;

/**
 * Copies by what the scans say. `counted` are the expected ones that were scanned; `missing` were not (yet); `handled` were not
 * either, but lent, checked in, put on hold, or set inactive since the start.
 */
const tally = z.object({
  counted: z.number(),
  missing: z.number(),
  handled: z.number(),
  unexpected: z.number(),
  misplaced: z.number(),
  out: z.number(),
  held: z.number(),
});
export type Tally = z.output<typeof tally>;

const heldFor = z.nullable(z.object({ borrowerName: z.string(), schoolName: z.string() }));

/** A scan as the library understood it. `isRepeat`: the copy had been scanned before. Of an unknown code, `copy` is null. */
const countedScan = z.object({
  scanId: z.string(),
  text: z.string(),
  at: z.string(),
  isUndone: z.boolean(),
  outcome: z.enum(scanOutcomes),
  isRepeat: z.boolean(),
  copy: z.nullable(
    z.object({
      inventoryItemId: z.number(),
      inventoryId: z.number(),
      skuNumber: z.string(),
      copyNumber: z.number(),
      title: z.string(),
      language: z.string(),
      shelfPlace: z.string(),
      inactiveReason: z.nullable(z.string()),
      isInactive: z.boolean(),
      isArchived: z.boolean(),
      orderId: z.nullable(z.number()),
      heldFor,
    }),
  ),
});
export type CountedScan = z.output<typeof countedScan>;

/** A phone that keeps scans which the library does not have, as it said last: whose, how many, and since when. */
const unsentScans = z.object({ userName: z.string(), scans: z.number(), since: z.string(), saidAt: z.string() });

const scanner = z.object({ userName: z.string(), scans: z.number(), lastAt: z.string() });

/**
 * `latest`: the caller's own last scans, the newest first; `scanners`: who scanned how much, the latest first; `unsent`: what phones
 * still keep, the oldest first.
 */
const openInventoryCount = z.extend(inventoryCount, {
  tally,
  latest: z.array(countedScan),
  scanners: z.array(scanner),
  unsent: z.array(unsentScans),
});
export type OpenInventoryCount = z.output<typeof openInventoryCount>;

/** Extension: all inventory counts, the newest first. */
export const getInventoryCounts = endpoint("GET InventoryCount/GetAll", {
  access: "volunteer",
  query: z.object({ page: pageNumber, pageSize }),
  answer: { data: z.array(inventoryCount), total: z.number() },
});

/** Extension: the places on the shelf that titles have, for the start of a inventory count. */
export const getShelfPlaces = endpoint("GET InventoryCount/GetPlaces", {
  access: "clerk",
  answer: { data: z.array(z.string()) },
});

export const inventoryCountRules = z.object({
  shelfPlace: z.string().check(z.maxLength(limits.shelfPlace, ownMessages.tooLong("Shelf place", limits.shelfPlace))),
});

/** Extension: starts one of all copies, or of a subject, or of what stands at a place ("A" has A1 and A2), or both. */
export const startInventoryCount = endpoint("POST InventoryCount/Start", {
  access: "clerk",
  body: z.object({ subjectId: z._default(codeOrAll, 0), shelfPlace: z._default(text(), "") }),
  rules: inventoryCountRules,
  answer: { id: z.number() },
});

export const getInventoryCount = endpoint("GET InventoryCount/Get/{id}", {
  access: "volunteer",
  params: { id },
  answer: { data: openInventoryCount },
});

const sentScan = z.object({
  /** Made by who scans: 32 hexadecimal digits. A scan that is sent again is the same scan. */
  scanId: z.string().check(z.regex(/^[0-9a-f]{32}$/, "must be 32 hexadecimal digits")),
  /** What was read or typed. */
  text: text(),
  /** The place where it was scanned; empty for that of the inventory count. */
  place: z._default(text(limits.shelfPlace), ""),
  at: z.iso.datetime("must be an instant, YYYY-MM-DDThh:mm:ssZ"),
  isUndone: z._default(z.boolean(), false),
});

/** A browser, by a number that it made up, and the scans that it keeps for the caller: how many, and the instant of the oldest. */
const phone = z.object({
  phone: z.string().check(z.regex(/^[0-9a-f]{32}$/, "must be 32 hexadecimal digits")),
  unsent: whole(0, 1_000_000),
  since: z.nullable(z.iso.datetime("must be an instant, YYYY-MM-DDThh:mm:ssZ")),
});
export type Phone = z.output<typeof phone>;

/** Extension: says how many scans a browser keeps that it could not send, or threw away. */
export const sayUnsent = endpoint("POST InventoryCount/SayUnsent/{id}", {
  access: "volunteer",
  params: { id },
  body: phone,
  keepsItself: true,
  answer: {},
});

/**
 * Extension: counts copies. Whatever is sent again, or in another order, changes nothing: a scan is known by its id, and a copy
 * is counted while any scan of it was not undone. `phone` says what its browser keeps after these.
 */
export const sendScans = endpoint("POST InventoryCount/SendScans/{id}", {
  access: "volunteer",
  params: { id },
  body: z.object({
    scans: z.array(sentScan).check(z.minLength(1, "cannot be empty"), z.maxLength(scansMost, `at most ${scansMost}`)),
    phone: z.optional(phone),
  }),
  bodyBytes: bodyLimits.withTexts,
  keepsItself: true,
  answer: { data: z.object({ scans: z.array(countedScan), tally }) },
});

/**
 * A copy in a list, and what it is now. `seenAt`, `seenBy` and `seenPlace` are of the last scan of it; `isMarked`: it was set
 * inactive (lost) because it is missing; `heldFor`: who has it on the hold shelf.
 */
const listedCopy = z.object({
  inventoryItemId: z.number(),
  inventoryId: z.number(),
  skuNumber: z.string(),
  copyNumber: z.number(),
  title: z.string(),
  language: z.string(),
  shelfPlace: z.string(),
  isInactive: z.boolean(),
  inactiveReason: z.nullable(z.string()),
  isArchived: z.boolean(),
  orderId: z.nullable(z.number()),
  heldFor,
  lastSeenAt: z.nullable(z.string()),
  seenAt: z.nullable(z.string()),
  seenBy: z.string(),
  seenPlace: z.string(),
  isMarked: z.boolean(),
});
export type ListedCopy = z.output<typeof listedCopy>;

const list = z.enum(inventoryCountLists, `must be one of ${inventoryCountLists.join(", ")}`);

/** Extension: a page of a list, in the order of the shelves; what was not on the list comes last. */
export const getInventoryCountCopies = endpoint("GET InventoryCount/GetCopies/{id}", {
  access: "volunteer",
  params: { id },
  query: z.object({ list: z._default(list, "missing"), page: pageNumber, pageSize }),
  answer: { data: z.array(listedCopy), total: z.number() },
});

export const inventoryCountCsv = endpoint("GET InventoryCount/csv/{id}", {
  access: "clerk",
  params: { id },
  query: z.object({ list: z._default(list, "missing") }),
  file: "text/csv",
});

/**
 * Extension: ends the counting. Scans that come later are refused. Closing twice is fine. Refused while phones keep scans that were
 * not sent; a manager may close without them.
 */
export const closeInventoryCount = endpoint("POST InventoryCount/Close/{id}", {
  access: "clerk",
  params: { id },
  query: z.object({ withoutUnsent: z._default(flag, false) }),
  answer: {},
});

/** Extension: takes the closing back, while no copy was marked as missing. */
export const reopenInventoryCount = endpoint("POST InventoryCount/Reopen/{id}", {
  access: "clerk",
  params: { id },
  answer: {},
});

const someCopies = z.object({
  inventoryItemIds: z
    .array(id)
    .check(z.minLength(1, "cannot be empty"), z.maxLength(copiesMost, `at most ${copiesMost}`)),
});

/** Extension: sets missing copies of a closed inventory count inactive (lost). `total` were; others are not missing anymore. */
export const markMissing = endpoint("POST InventoryCount/MarkMissing/{id}", {
  access: "clerk",
  params: { id },
  body: someCopies,
  answer: { total: z.number() },
});

/** Extension: takes MarkMissing back for copies that are still inactive for that reason. */
export const undoMissing = endpoint("POST InventoryCount/UndoMissing/{id}", {
  access: "clerk",
  params: { id },
  body: someCopies,
  answer: { total: z.number() },
});
