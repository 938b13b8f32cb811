import * as calls from "#contract/catalog.ts";
import { messages } from "#contract/messages.ts";
import type { Received } from "#contract/wire/endpoint.ts";
import { found } from "#server/refusals/http-error.ts";
import type { IdList } from "#server/http/pages/site-map.ts";
import { serve } from "#server/http/serve.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { sharedRead } from "#server/platform/shared-read.ts";
import type { FastifyInstance } from "fastify";
import { presentCopy, presentItem, presentItemWithCopies } from "./catalog.present.ts";
import { copiesOf, copyOf, countItems, everyItem, itemOf, itemsFrom, recentItems } from "./catalog.queries.ts";
import { codesOf } from "./codes.queries.ts";
import { saveItem, type SavedItem } from "./editing/save-item.ts";
import { searchItems } from "./search.queries.ts";

type Parts = { db: Database; clock: Clock; configuration: { rateLimitScale: number } };

/** Serves Code/* and Inventory/*; returns the addresses of all titles. */
export function catalogRoutes(app: FastifyInstance, { db, clock, configuration }: Parts): IdList {
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
    return { data: presentItemWithCopies({ row, copies }, await codesOf(db)) };
  });

  serve(app, calls.getInventoryItemById, async ({ params }) => {
    const copy = found(await copyOf(db, params.id));
    const item = found(await itemOf(db, copy.item_id));
    return { data: { ...presentCopy(copy), inventory: presentItem(item, await codesOf(db)) } };
  });

  editingRoutes(app, { db, clock });
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

function editingRoutes(app: FastifyInstance, parts: { db: Database; clock: Clock }): void {
  const shown = async (saved: SavedItem) => ({
    id: saved.row.item_id,
    data: presentItemWithCopies(saved, await codesOf(parts.db)),
  });

  serve(app, calls.saveInventory, async ({ body }, { session }) => {
    const { call } = calls.saveInventory;
    const saved = await saveItem(parts, { call, itemId: body.inventoryId, body, copies: 0 }, session.userId);
    return { ...(await shown(saved)), message: messages.done.itemSaved };
  });

  serve(app, calls.updateInventory, async ({ params, body }, { session }) => {
    const { call } = calls.updateInventory;
    const saved = await saveItem(parts, { call, itemId: params.id, body, copies: 0 }, session.userId);
    return { ...(await shown(saved)), message: messages.done.itemUpdated };
  });

  serve(app, calls.addReferenceNumber, async ({ body }, { session }) => {
    const { call } = calls.addReferenceNumber;
    const save = { call, itemId: body.inventoryId, body, copies: body.copies };
    const { row, added } = await saveItem(parts, save, session.userId);
    return { id: row.item_id, data: presentCopy(found(added[0])), message: messages.done.skuAdded };
  });
}

type Query = Received<typeof calls.getInventoryBySearchParams>["query"];

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
