import { lowStockCsv as lowStockCall } from "#contract/catalog/archive.ts";
import type { FileAnswer } from "#contract/wire/endpoint.ts";
import { dayOf } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { csvDownload } from "#server/platform/lists/csv-download.ts";
import type { Actor } from "#server/platform/record-activity.ts";
import { copyCountsOf, countLowStock, lowStockAfter } from "./archive.queries.ts";

type Options = { actor: Actor; timeZone: string; lowAt: number };

/** Exports all low-stock titles, for staff who buy copies. */
export async function lowStockCsv(db: Database, { actor, timeZone, lowAt }: Options): Promise<FileAnswer> {
  const today = dayOf(actor.at, timeZone);
  return csvDownload(db, actor, timeZone, {
    name: "low-stock",
    entry: { call: lowStockCall.call, kind: "item", label: "Low stock" },
    counted: "Titles",
    count: (tx) => countLowStock(tx, lowAt),
    header: ["SKU", "Title", "Author", "Publisher", "Shelf", "In stock", "Copies", "Out", "Reserved", "Times lent"],
    page: async (after, lastId) => {
      const titles = await lowStockAfter(db, { lowAt, after, lastId });
      const counts = await copyCountsOf(
        db,
        titles.map(({ item_id }) => item_id),
        today,
      );
      const countsOf = new Map(counts.map((count) => [count.inventoryId, count]));
      return titles.map((title) => ({ ...title, counts: countsOf.get(title.item_id) }));
    },
    idOf: ({ item_id }) => item_id,
    cellsOf: ({ counts, ...title }) => [
      title.reference_number,
      title.title,
      title.author,
      title.publisher,
      title.shelf_location,
      title.in_stock,
      counts?.total ?? 0,
      counts?.out ?? 0,
      counts?.reserved ?? 0,
      title.times_lent,
    ],
  });
}
