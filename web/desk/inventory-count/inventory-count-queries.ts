import {
  type CountedScan,
  type InventoryCount,
  type InventoryCountList,
  inventoryCountLists,
} from "#contract/desk/inventory-counts.ts";
import { call } from "#web/lib/call.ts";
import { addressFilters, choiceField, pageField } from "#web/lib/filters/address-filters.ts";
import { list } from "#web/lib/filters/list.ts";
import { answerQuery, dataQuery } from "#web/lib/queries.ts";
import { readLabel } from "#contract/catalog/label-code.ts";

export const inventoryCountPageSize = 25;

export const inventoryCounts = list({
  path: "/admin/inventory-count",
  filters: { page: pageField() },
  key: ["inventory-counts", "all"],
  ask: (query, context) => call("GET InventoryCount/GetAll", { query }, context),
});

type ListFilters = { list: InventoryCountList; page: number };

/** Filters the lists on an inventory count's page. */
export const listFilters = addressFilters<ListFilters>(inventoryCounts.path, {
  list: choiceField("list", "missing", inventoryCountLists),
  page: pageField(),
});

export const inventoryCountHref = (id: number) => `${inventoryCounts.path}/${id}`;

export const shelfLocationsQuery = dataQuery(["inventory-counts", "places"], (context) =>
  call("GET InventoryCount/GetShelfLocations", {}, context),
);

/** Refetches while others scan, but not offline. */
export const whileOthersScan = () => navigator.onLine && 15_000; // ms

export const inventoryCountQuery = (id: number) =>
  dataQuery(["inventory-counts", "one", id], (context) =>
    call("GET InventoryCount/Get/{id}", { params: { id } }, context),
  );

export const inventoryCountListQuery = (id: number, { list, page }: ListFilters) =>
  answerQuery(
    ["inventory-counts", "list", id, list, page],
    (context) =>
      call(
        "GET InventoryCount/GetCopies/{id}",
        { params: { id }, query: { list, page, pageSize: inventoryCountPageSize } },
        context,
      ),
    { keepPrevious: true },
  );

export function scopeOf({ subjectName, shelfLocation }: Pick<InventoryCount, "subjectName" | "shelfLocation">): string {
  const parts = [subjectName, shelfLocation && `Shelf ${shelfLocation}`].filter(Boolean);
  return parts.length === 0 ? "Everything" : parts.join(", ");
}

export function namedInBrowser(text: string): string {
  const label = readLabel(text);
  return label ? `Label #${label.skuNumber}` : text;
}

export function resultOf({ outcome, isRepeat, isUndone, copy }: CountedScan): { words: string; isGood: boolean } {
  if (isUndone) return { words: "Undone", isGood: true };
  if (outcome === "unknown" || !copy) {
    return { words: "Unknown code: type the SKU with the copy number", isGood: false };
  }
  if (outcome === "out") {
    return { words: `On loan according to our records${orderWords(copy.orderId)}`, isGood: false };
  }
  if (outcome === "held") return { words: `On hold${holdWords(copy)}: bring it to the hold shelf`, isGood: false };
  if (outcome === "misplaced") return { words: `Misplaced: it belongs at ${copy.shelfLocation}`, isGood: false };
  if (outcome === "found") return { words: isRepeat ? "Already counted" : "Found", isGood: true };
  return { words: `Unexpected: ${reasonOf(copy)}`, isGood: false };
}

const holdWords = ({ heldFor }: NonNullable<CountedScan["copy"]>) =>
  heldFor === null ? "" : ` for ${heldFor.borrowerName}, ${heldFor.schoolName}`;

const orderWords = (orderId: number | null) => (orderId === null ? "" : ` (order #${orderId})`);

function reasonOf({ isArchived, isInactive, inactiveReason, orderId }: NonNullable<CountedScan["copy"]>): string {
  if (isArchived) return "it is archived";
  if (isInactive) return `it is inactive${inactiveReason === null ? "" : ` (${inactiveReason})`}`;
  return orderId === null ? "it is not on the list" : `it is packed for order #${orderId}`;
}

export const listNames: Record<InventoryCountList, string> = {
  missing: "Missing",
  unexpected: "Unexpected",
  misplaced: "Misplaced",
  out: "Scanned but on loan",
  held: "Scanned but on hold",
};
