import * as z from "zod/mini";
import { item } from "./catalog.ts";
import { endpoint } from "../wire/endpoint.ts";
import { codeOrAll, id, idOrAll, idsUpTo, pageNumber, pageSize, text } from "../wire/text.ts";

// Archived: gone from lists and searches, while orders, claims and history stay. Nothing is deleted. Doing what is done
// already succeeds and changes nothing.

/** Extension: archives a title; refused with `title-in-use` while copies are out or promised. */
export const archiveTitle = endpoint("POST Inventory/Archive/{id}", {
  access: "clerk",
  params: { id },
  answer: { id: z.number() },
});

export const unarchiveTitle = endpoint("POST Inventory/Unarchive/{id}", {
  access: "clerk",
  params: { id },
  answer: { id: z.number() },
});

/** Extension: archives an inactive copy. One that is set active again, or comes back, is no longer archived. */
export const archiveCopy = endpoint("POST Inventory/ArchiveCopy/{inventoryItemId}", {
  access: "clerk",
  params: { inventoryItemId: id },
  answer: { id: z.number() },
});

export const unarchiveCopy = endpoint("POST Inventory/UnarchiveCopy/{inventoryItemId}", {
  access: "clerk",
  params: { inventoryItemId: id },
  answer: { id: z.number() },
});

const titlesFound = {
  access: "volunteer",
  query: z.object({
    searchString: z._default(text(), ""),
    categoryId: z._default(codeOrAll, 0),
    subjectId: z._default(codeOrAll, 0),
    gradeId: z._default(idOrAll, 0),
    page: pageNumber,
    pageSize,
  }),
  answer: { data: z.array(item), total: z.number() },
} as const;

/** Extension: the archived titles of a search, in pages; found as the others are. */
export const getArchivedTitles = endpoint("GET Inventory/GetArchived", titlesFound);

/** Extension: the titles of a search of which some copies are out or promised, and few are left (`lowStock`), in pages. */
export const getLowStock = endpoint("GET Inventory/GetLowStock", titlesFound);

/** Extension: all titles with low stock, for spreadsheets. */
export const lowStockCsv = endpoint("GET Inventory/LowStockCsv", { access: "clerk", file: "text/csv" });

const most = 100;

/**
 * Copies of a title without the archived: all, those inactive, out with borrowers, and promised: packed, to be packed, or held for the next
 * in line. `later`: what orders by teaching days wait for that are not to be packed yet.
 */
export const copyCounts = z.object({
  inventoryId: z.number(),
  total: z.number(),
  inactive: z.number(),
  out: z.number(),
  promised: z.number(),
  later: z.number(),
});
export type CopyCounts = z.output<typeof copyCounts>;

/** Extension: the counts of up to a hundred titles, by their ids with commas; unknown ones are left out. */
export const getCopyCounts = endpoint("GET Inventory/GetCopyCounts", {
  access: "volunteer",
  query: z.object({
    ids: idsUpTo(most),
  }),
  answer: { data: z.array(copyCounts) },
});

export const titleHolder = z.object({
  orderId: z.number(),
  statusId: z.number(),
  borrowerName: z.string(),
  schoolName: z.string(),
  returnDate: z.nullable(z.string()),
  out: z.number(),
  promised: z.number(),
  later: z.number(),
  /** Of an order by teaching days. */
  leavesOn: z.nullable(z.string()),
});
export type TitleHolder = z.output<typeof titleHolder>;

/** A copy that is held for the next in line, told of or not yet. */
const titleHold = z.object({
  inventoryItemId: z.number(),
  skuNumber: z.string(),
  copyNumber: z.number(),
  borrowerName: z.string(),
  schoolName: z.string(),
});
export type TitleHold = z.output<typeof titleHold>;

/**
 * Extension: the counts of a title, and who they are: orders that have its copies or wait for some, `total` of them, and who has a
 * copy held, `holdTotal` of them. The orders' `out`, `promised` and `later`, with one promised for each hold, add up to the counts.
 */
export const getTitleUse = endpoint("GET Inventory/GetUse/{id}", {
  access: "volunteer",
  params: { id },
  answer: {
    data: z.extend(copyCounts, { orders: z.array(titleHolder), holds: z.array(titleHold), holdTotal: z.number() }),
    total: z.number(),
  },
});
export type TitleUse = z.output<(typeof getTitleUse)["answer"]["data"]>;

/**
 * Extension: the next free SKU. It continues the numbers of the newest titles, of the category if it has any; "" when
 * none of them ends in a number. It is not kept: the first to save gets it.
 */
export const getNextSku = endpoint("GET Inventory/GetNextSku", {
  access: "clerk",
  query: z.object({ categoryId: z._default(codeOrAll, 0) }),
  answer: { data: z.string() },
});
