import * as z from "zod/mini";
import { item } from "#contract/catalog.ts";
import { endpoint } from "#contract/wire/endpoint.ts";
import { codeOrAll, id, idOrAll, pageNumber, pageSize, text } from "#contract/wire/text.ts";

// Archived: gone from lists and searches, while orders, cases and history stay. Nothing is deleted. Doing what is done
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
