import * as z from "zod/mini";
import { borrowerInList, copyInList } from "../catalog/in-lists.ts";
import { limits } from "../catalog/codes.ts";
import { bodyLimits } from "../wire/size-limits.ts";
import { ownMessages } from "../wire/messages.ts";
import { endpoint } from "../wire/endpoint.ts";
import { searchText } from "./scans.ts";
import { codeOrAll, flag, id, pageNumber, pageSize, text, whole } from "../wire/text.ts";

/**
 * What a scan found: a copy in its place; one that isn't on the list or is out of circulation; one from another shelf
 * place; one that is on loan according to the records; one that belongs on the hold shelf; or an unknown code.
 */
export const scanOutcomes = ["found", "unexpected", "misplaced", "out", "held", "unknown"] as const;
export type ScanOutcome = (typeof scanOutcomes)[number];

/** The lists of an inventory count: copies that haven't been scanned, and scanned copies that need attention. */
export const inventoryCountLists = ["missing", "unexpected", "misplaced", "out", "held"] as const;
export type InventoryCountList = (typeof inventoryCountLists)[number];

/** Limits per call. */
export const maxScans = 100;
export const maxCopies = 100;

/**
 * An inventory count of all copies, a subject, or a shelf location. The list of `expected` copies is fixed at the start; the
 * other copies in scope were on loan, packed, on hold, inactive, or archived at that time.
 */
const inventoryCount = z.object({
  inventoryCountId: z.number(),
  subjectId: z.number(),
  subjectName: z.string(),
  shelfLocation: z.string(),
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
 * Copy counts. `counted` copies were expected and scanned; `missing` copies were expected but haven't been
 * scanned; `handled` copies weren't scanned either, but have been lent, checked in, put on hold, or set inactive since
 * the count started.
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

const heldFor = z.nullable(z.object(borrowerInList));

/** `isRepeat` tells whether the copy had been scanned before; `copy` is null for an unknown code. */
const countedScan = z.object({
  scanId: z.string(),
  text: z.string(),
  at: z.string(),
  isUndone: z.boolean(),
  outcome: z.enum(scanOutcomes),
  isRepeat: z.boolean(),
  copy: z.nullable(
    z.object({
      ...copyInList,
      shelfLocation: z.string(),
      inactiveReason: z.nullable(z.string()),
      isInactive: z.boolean(),
      isArchived: z.boolean(),
      orderId: z.nullable(z.number()),
      heldFor,
    }),
  ),
});
export type CountedScan = z.output<typeof countedScan>;

/** A phone's latest report of its unsent scans. */
const unsentScans = z.object({ userName: z.string(), scans: z.number(), since: z.string(), saidAt: z.string() });

const scanner = z.object({ userName: z.string(), scans: z.number(), lastAt: z.string() });

/**
 * `latest` has the caller's latest scans, newest first; `scanners` starts with the most recent scanner, `unsent` with
 * the oldest scan.
 */
const openInventoryCount = z.extend(inventoryCount, {
  tally,
  latest: z.array(countedScan),
  scanners: z.array(scanner),
  unsent: z.array(unsentScans),
});
export type OpenInventoryCount = z.output<typeof openInventoryCount>;

/** Extension: returns all inventory counts, newest first. */
export const getInventoryCounts = endpoint("GET InventoryCount/GetAll", {
  access: "volunteer",
  query: z.object({ page: pageNumber, pageSize }),
  answer: { data: z.array(inventoryCount), total: z.number() },
});

/** Extension: returns the shelf locations in use, for starting an inventory count. */
export const getShelfLocations = endpoint("GET InventoryCount/GetShelfLocations", {
  access: "clerk",
  answer: { data: z.array(z.string()) },
});

export const inventoryCountRules = z.object({
  shelfLocation: z
    .string()
    .check(z.maxLength(limits.shelfLocation, ownMessages.tooLong("Shelf location", limits.shelfLocation))),
});

/** Extension: starts an inventory count of all copies, a subject, a shelf location ("A" includes A1 and A2), or both. */
export const startInventoryCount = endpoint("POST InventoryCount/Start", {
  access: "clerk",
  body: z.object({ subjectId: z._default(codeOrAll, 0), shelfLocation: z._default(text(), "") }),
  rules: inventoryCountRules,
  answer: { id: z.number() },
});

export const getInventoryCount = endpoint("GET InventoryCount/Get/{id}", {
  access: "volunteer",
  params: { id },
  answer: { data: openInventoryCount },
});

const scanInput = z.object({
  /** The browser creates this id, so that it can safely send a scan twice. */
  scanId: z.string().check(z.regex(/^[0-9a-f]{32}$/, "must be 32 hexadecimal digits")),
  text: searchText,
  /** The shelf location where the scan happened; empty for the place of the inventory count. */
  place: z._default(text(limits.shelfLocation), ""),
  at: z.iso.datetime("must be an instant, YYYY-MM-DDThh:mm:ssZ"),
  isUndone: z._default(z.boolean(), false),
});

/** A browser, identified by a random number, with the number of scans it hasn't sent and the time of the oldest. */
const phone = z.object({
  phone: z.string().check(z.regex(/^[0-9a-f]{32}$/, "must be 32 hexadecimal digits")),
  unsent: whole(0, 1_000_000),
  since: z.nullable(z.iso.datetime("must be an instant, YYYY-MM-DDThh:mm:ssZ")),
});
export type Phone = z.output<typeof phone>;

/** Extension: reports how many scans a browser couldn't send, or that it discarded them. */
export const reportUnsent = endpoint("POST InventoryCount/ReportUnsent/{id}", {
  access: "volunteer",
  params: { id },
  body: phone,
  logsItself: true,
  answer: {},
});

/**
 * Extension: counts the scanned copies. Idempotent, and in any order, because every scan has an id; a copy
 * counts as long as at least one of its scans isn't undone. `phone` reports the scans that remain in the browser.
 */
export const sendScans = endpoint("POST InventoryCount/SendScans/{id}", {
  access: "volunteer",
  params: { id },
  body: z.object({
    scans: z.array(scanInput).check(z.minLength(1, "cannot be empty"), z.maxLength(maxScans, `at most ${maxScans}`)),
    phone: z.optional(phone),
  }),
  bodyBytes: bodyLimits.withTexts,
  logsItself: true,
  answer: { data: z.object({ scans: z.array(countedScan), tally }) },
});

/**
 * A copy with its current state. `seenAt`, `seenBy`, and `seenPlace` describe the last scan; `isMarked` tells whether
 * staff marked the copy missing in this count, which set it inactive (lost).
 */
const listedCopy = z.object({
  ...copyInList,
  shelfLocation: z.string(),
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

/** Extension: returns a page of a list in shelf order, with unexpected copies last. */
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
 * Extension: closes an inventory count, which then refuses scans. Idempotent. Refused while phones have unsent scans,
 * unless a manager closes the count without them.
 */
export const closeInventoryCount = endpoint("POST InventoryCount/Close/{id}", {
  access: "clerk",
  params: { id },
  query: z.object({ withoutUnsent: z._default(flag, false) }),
  answer: {},
});

/** Extension: reopens an inventory count, unless staff have marked copies missing. */
export const reopenInventoryCount = endpoint("POST InventoryCount/Reopen/{id}", {
  access: "clerk",
  params: { id },
  answer: {},
});

const copiesInput = z.object({
  inventoryItemIds: z
    .array(id)
    .check(z.minLength(1, "cannot be empty"), z.maxLength(maxCopies, `at most ${maxCopies}`)),
});

/**
 * Extension: sets the missing copies of a closed inventory count inactive (lost). `total` counts them, without copies
 * found since.
 */
export const markMissing = endpoint("POST InventoryCount/MarkMissing/{id}", {
  access: "clerk",
  params: { id },
  body: copiesInput,
  answer: { total: z.number() },
});

/** Extension: undoes MarkMissing for copies that are still inactive because of it. */
export const undoMissing = endpoint("POST InventoryCount/UndoMissing/{id}", {
  access: "clerk",
  params: { id },
  body: copiesInput,
  answer: { total: z.number() },
});
