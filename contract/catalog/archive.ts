import * as z from "zod/mini";
import { item } from "./catalog.ts";
import { endpoint } from "../wire/endpoint.ts";
import { codeOrAll, id, idOrAll, idsUpTo, pageNumber, pageSize, text } from "../wire/text.ts";

// An archived title or copy leaves lists and searches, but its orders, claims, and history stay. Archiving is idempotent.

/** Extension: archives a title; refused with `title-in-use` while copies are out or reserved. */
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

/** Extension: archives an inactive copy. A copy that is set active again or returned is no longer archived. */
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

const titleSearch = {
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

/** Extension: a page of the archived titles that match a search. */
export const getArchivedTitles = endpoint("GET Inventory/GetArchived", titleSearch);

/** Extension: a page of the titles that match a search and are low on stock (`lowStock`). */
export const getLowStock = endpoint("GET Inventory/GetLowStock", titleSearch);

/** Extension: all titles with low stock, for spreadsheets. */
export const lowStockCsv = endpoint("GET Inventory/LowStockCsv", { access: "clerk", file: "text/csv" });

/**
 * Counts of a title's copies, without archived ones. `reserved` counts copies packed, to be packed, or on hold; `later`
 * those of orders with reserved dates that aren't to be packed yet.
 */
export const copyCounts = z.object({
  inventoryId: z.number(),
  total: z.number(),
  inactive: z.number(),
  out: z.number(),
  reserved: z.number(),
  later: z.number(),
});
export type CopyCounts = z.output<typeof copyCounts>;

/** Extension: the counts of up to a hundred titles. `ids` is separated by commas; unknown ids are left out. */
export const getCopyCounts = endpoint("GET Inventory/GetCopyCounts", {
  access: "volunteer",
  query: z.object({
    ids: idsUpTo(100),
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
  reserved: z.number(),
  later: z.number(),
  /** Only of an order with reserved dates. */
  shipOn: z.nullable(z.string()),
});
export type TitleHolder = z.output<typeof titleHolder>;

/** A copy on hold for the next person on the waitlist, whether or not they were emailed. */
const titleHold = z.object({
  inventoryItemId: z.number(),
  skuNumber: z.string(),
  copyNumber: z.number(),
  borrowerName: z.string(),
  schoolName: z.string(),
});
export type TitleHold = z.output<typeof titleHold>;

/**
 * Extension: the counts of a title with its `total` orders and `holdTotal` holds. The counts are the sums of the orders'
 * `out`, `reserved`, and `later`, plus one `reserved` per hold.
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
 * Extension: the next available SKU. It continues the numbers of the newest titles, preferably of the category; "" when
 * none of them ends in a number. It isn't reserved: the first to save gets it.
 */
export const getNextSku = endpoint("GET Inventory/GetNextSku", {
  access: "clerk",
  query: z.object({ categoryId: z._default(codeOrAll, 0) }),
  answer: { data: z.string() },
});
