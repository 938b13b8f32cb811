import { type CountedScan, type StockTake, type StockTakeList, stockTakeLists } from "#contract/desk/stock-takes.ts";
import { call } from "#web/lib/call.ts";
import { addressFilters, choiceField, pageField } from "#web/lib/filters/address-filters.ts";
import { list } from "#web/lib/filters/list.ts";
import { answerQuery, dataQuery } from "#web/lib/queries.ts";
import { readLabel } from "#contract/catalog/labels.ts";

export const stockTakePageSize = 25;

export const stockTakes = list({
  path: "/admin/stock-take",
  filters: { page: pageField() },
  key: ["stock-takes", "all"],
  ask: (query, context) => call("GET StockTake/GetAll", { query }, context),
});

type ListFilters = { list: StockTakeList; page: number };

/** The lists of one stock-take; its address is the path. */
export const listFilters = addressFilters<ListFilters>(stockTakes.path, {
  list: choiceField("list", "missing", stockTakeLists),
  page: pageField(),
});

export const stockTakeHref = (id: number) => `${stockTakes.path}/${id}`;

export const shelfPlacesQuery = dataQuery(["stock-takes", "places"], (context) =>
  call("GET StockTake/GetPlaces", {}, context),
);

/** Others scan, too; without a network nobody is asked. */
export const whileOthersScan = () => navigator.onLine && 15_000; // ms

/** A stock-take and its numbers, which others change, too. */
export const stockTakeQuery = (id: number) =>
  dataQuery(["stock-takes", "one", id], (context) => call("GET StockTake/Get/{id}", { params: { id } }, context));

export const stockTakeListQuery = (id: number, { list, page }: ListFilters) =>
  answerQuery(
    ["stock-takes", "list", id, list, page],
    (context) =>
      call(
        "GET StockTake/GetCopies/{id}",
        { params: { id }, query: { list, page, pageSize: stockTakePageSize } },
        context,
      ),
    { keepPrevious: true },
  );

export function scopeOf({ subjectName, shelfPlace }: Pick<StockTake, "subjectName" | "shelfPlace">): string {
  const parts = [subjectName, shelfPlace && `Shelf ${shelfPlace}`].filter(Boolean);
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
    return { words: `Out: the library thinks it is with a borrower${onOrder(copy.orderId)}`, isGood: false };
  }
  if (outcome === "held") return { words: `On hold${forWhom(copy)}: bring it to the hold shelf`, isGood: false };
  if (outcome === "misplaced") return { words: `Misplaced: it belongs at ${copy.shelfPlace}`, isGood: false };
  if (outcome === "found") return { words: isRepeat ? "Already counted" : "Found", isGood: true };
  return { words: `Unexpected: ${whyUnexpected(copy)}`, isGood: false };
}

const forWhom = ({ heldFor }: NonNullable<CountedScan["copy"]>) =>
  heldFor === null ? "" : ` for ${heldFor.borrowerName}, ${heldFor.schoolName}`;

const onOrder = (orderId: number | null) => (orderId === null ? "" : ` (order #${orderId})`);

function whyUnexpected({ isArchived, isInactive, inactiveReason, orderId }: NonNullable<CountedScan["copy"]>): string {
  if (isArchived) return "it is archived";
  if (isInactive) return `it is inactive${inactiveReason === null ? "" : ` (${inactiveReason})`}`;
  return orderId === null ? "it is not on the list" : `it is packed for order #${orderId}`;
}

/** The names of the lists; while it is open, what is missing was not found yet. */
export const listNames: Record<StockTakeList, string> = {
  missing: "Missing",
  unexpected: "Unexpected",
  misplaced: "Misplaced",
  out: "Scanned but out",
  held: "Scanned but on hold",
};
