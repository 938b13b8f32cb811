import * as z from "zod/mini";
import { item } from "./catalog.ts";
import { endpoint } from "../wire/endpoint.ts";
import { searchText } from "../desk/scans.ts";
import { codeOrAll, id, idOrAll, idsUpTo, pageNumber, pageSize } from "../wire/text.ts";

// An archived title or copy leaves lists and searches, but its orders, claims, and history stay. Archiving is idempotent.

/** Extension: archives a title. Refused with `title-in-use` while copies are on loan or reserved. */
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

/** Extension: archives an inactive copy. Setting the copy active or checking it in brings it back. */
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
    searchString: searchText,
    categoryId: z._default(codeOrAll, 0),
    subjectId: z._default(codeOrAll, 0),
    gradeId: z._default(idOrAll, 0),
    page: pageNumber,
    pageSize,
  }),
  answer: { data: z.array(item), total: z.number() },
} as const;

/** Extension: searches the archived titles and returns a page of them. */
export const getArchivedTitles = endpoint("GET Inventory/GetArchived", titleSearch);

/** Extension: searches the titles that are low on stock (the `lowStock` setting) and returns a page of them. */
export const getLowStock = endpoint("GET Inventory/GetLowStock", titleSearch);

/** Extension: returns all titles that are low on stock, for a spreadsheet. */
export const lowStockCsv = endpoint("GET Inventory/LowStockCsv", { access: "clerk", file: "text/csv" });

/**
 * A title's copies by state, without archived ones. `reserved` copies are packed, on hold, or needed by orders that can
 * be packed now; `later` copies are needed by orders whose dates are further out.
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

/**
 * Extension: returns the copy counts of up to a hundred titles. `ids` is a comma-separated list; unknown ids are
 * skipped.
 */
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
  /** Null unless the order has reserved dates. */
  shipOn: z.nullable(z.string()),
});
export type TitleHolder = z.output<typeof titleHolder>;

/** A copy on hold for the next person on the waitlist, who may not have been emailed yet. */
const titleHold = z.object({
  inventoryItemId: z.number(),
  skuNumber: z.string(),
  copyNumber: z.number(),
  borrowerName: z.string(),
  schoolName: z.string(),
});
export type TitleHold = z.output<typeof titleHold>;

/**
 * Extension: returns a title's copy counts, its `total` orders, and its `holdTotal` holds. Each count is the sum over
 * the orders, plus one `reserved` per hold.
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
 * Extension: suggests the next SKU by counting on from the newest titles, preferably in the same category. Returns ""
 * when no SKU ends in a number. The SKU isn't reserved: the first title saved gets it.
 */
export const getNextSku = endpoint("GET Inventory/GetNextSku", {
  access: "clerk",
  query: z.object({ categoryId: z._default(codeOrAll, 0) }),
  answer: { data: z.string() },
});
