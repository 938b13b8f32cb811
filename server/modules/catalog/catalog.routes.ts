import * as calls from "#contract/catalog.ts";
import { found } from "#server/refusals/found.ts";
import type { IdList } from "#server/http/pages/site-map.ts";
import { serve } from "#server/http/serve.ts";
import type { Database } from "#server/platform/database.ts";
import { sharedRead } from "#server/platform/shared-read.ts";
import type { FastifyInstance } from "fastify";
import { presentCopy, presentItem, presentItemWithCopies } from "./catalog.present.ts";
import { copiesOf, copyOf, everyItem, itemOf, recentItems } from "./catalog.queries.ts";
import { codesOf } from "./codes.queries.ts";
import { countItems, itemsFrom } from "./item-addresses.queries.ts";
import { searchItems } from "./search.queries.ts";

/** Serves Code/* and the reads of Inventory/*; returns the addresses of all titles. */
export function catalogRoutes(
  app: FastifyInstance,
  { db, configuration }: { db: Database; configuration: { rateLimitScale: number } },
): IdList {
  serve(app, calls.getEveryStatus, async () => ({ data: [...(await codesOf(db)).statuses] }));
  serve(app, calls.getEveryCategory, async () => ({ data: [...(await codesOf(db)).categories] }));
  serve(app, calls.getEverySubject, async () => ({ data: [...(await codesOf(db)).subjects] }));
  serve(app, calls.getEveryGrade, async () => ({ data: [...(await codesOf(db)).grades] }));

  const recent = recentReader(db);
  serve(app, calls.getRecentItems, async ({ query }) => ({ data: await recent(query.itemCount) }));

  // megabytes at a time, and no screen needs it
  const wholeCatalog = { perMinute: Math.max(1, Math.round(20 * configuration.rateLimitScale)) };
  serve(
    app,
    calls.getEveryInventory,
    async ({ query }) => {
      const codes = await codesOf(db);
      return { data: (await everyItem(db, query)).map((row) => presentItem(row, codes)) };
    },
    wholeCatalog,
  );

  serve(app, calls.getInventoryBySearchParams, async ({ query }) => ({ data: await search(db, query) }));

  serve(app, calls.getInventory, async ({ params }, { session }) => {
    const row = found(await itemOf(db, params.id));
    const copies = session?.userTypeId === 1 ? await copiesOf(db, params.id) : [];
    return { data: presentItemWithCopies(row, copies, await codesOf(db)) };
  });

  serve(app, calls.getInventoryItemById, async ({ params }) => {
    const copy = found(await copyOf(db, params.id));
    const item = found(await itemOf(db, copy.item_id));
    return { data: { ...presentCopy(copy), inventory: presentItem(item, await codesOf(db)) } };
  });

  return { count: async () => countItems(db), from: async (...range) => itemsFrom(db, ...range) };
}

/** Every visitor's first page requests these, so simultaneous callers share one read per item count. */
function recentReader(db: Database): (count: number) => Promise<calls.Item[]> {
  const readers = new Map<number, () => Promise<calls.Item[]>>();
  const readerOf = (count: number) =>
    sharedRead(async () => {
      const codes = await codesOf(db);
      return (await recentItems(db, count)).map((row) => presentItem(row, codes));
    });
  return (count) => {
    const reader = readers.get(count) ?? readerOf(count);
    readers.set(count, reader);
    return reader();
  };
}

type Query = Parameters<Parameters<typeof serve<typeof calls.getInventoryBySearchParams>>[2]>[0]["query"];

async function search(db: Database, query: Query): Promise<calls.SearchResults> {
  const { searchString, categoryId, subjectId, gradeId, inStockOnly, outOfStockOnly, page, pageSize } = query;
  const found = await searchItems(db, {
    text: searchString,
    categoryId,
    subjectId,
    gradeId,
    stock: inStockOnly ? "in" : outOfStockOnly ? "out" : "all",
    page: page === undefined && pageSize === undefined ? undefined : { number: page ?? 1, size: pageSize ?? 18 },
  });
  const codes = await codesOf(db);
  const items = found.items.map((row) => presentItem(row, codes));
  return {
    searchInStockResults: items.filter(({ inStock }) => inStock > 0),
    searchOutOfStockResults: items.filter(({ inStock }) => inStock === 0),
    inStockTotal: found.inStockTotal,
    outOfStockTotal: found.outOfStockTotal,
  };
}
