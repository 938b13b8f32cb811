import * as calls from "#contract/catalog/catalog.ts";
import { getFacets, getSearchHelp } from "#contract/catalog/facets.ts";
import { getNextSku } from "#contract/catalog/archive.ts";
import { getSuggestions } from "#contract/catalog/suggestions.ts";
import { userTypes } from "#contract/catalog/codes.ts";
import { messages } from "#contract/wire/messages.ts";
import { found } from "#server/refusals/http-error.ts";
import type { IdList } from "#server/http/pages/site-map.ts";
import type { Session } from "#server/http/caller.ts";
import { serve } from "#server/http/serve.ts";
import type { Parts } from "#server/parts.ts";
import type { FastifyInstance } from "fastify";
import { presentCopy, presentItem, presentItemWithCopies } from "./catalog.present.ts";
import {
  copiesOf,
  copyOf,
  everyItemId,
  itemChanges,
  itemIdsBetween,
  itemOf,
  partsWithItems,
  recentItems,
} from "./catalog.queries.ts";
import { codesOf } from "../codes/codes.queries.ts";
import { countFacets } from "../facets/count-facets.ts";
import { helpSearch } from "../facets/help-search.ts";
import { nextSku } from "./next-sku.ts";
import { saveItem, type SavedItem } from "./save-item.ts";
import { itemsInPages } from "./items-in-pages.ts";
import { search } from "../search/search.ts";
import { suggest } from "../search/suggest.ts";

const counted = { perMinute: 240, sameForAll: true } as const;

/** Serves Inventory/*; returns the addresses of all titles. */
export function catalogRoutes(app: FastifyInstance, { db, clock }: Parts): IdList {
  serve(
    app,
    calls.getRecentItems,
    async ({ query }) => {
      const codes = await codesOf(db);
      return { data: (await recentItems(db, query.itemCount)).map((row) => presentItem(row, codes)) };
    },
    { sameForAll: true },
  );

  serve(app, calls.getEveryInventory, async ({ query }, { letIn }) => {
    await letIn();
    return { data: itemsInPages(db, await everyItemId(db, query)) };
  });

  serve(
    app,
    calls.getInventoryBySearchParams,
    async ({ query }, { letIn }) => ({ data: await search(db, query, letIn) }),
    { sameForAll: ({ query }) => query.page !== undefined || query.pageSize !== undefined },
  );

  serve(app, getFacets, async ({ query }) => ({ data: await countFacets(db, query) }), counted);
  serve(app, getSearchHelp, async ({ query }) => ({ data: await helpSearch(db, query) }), counted);

  serve(app, getSuggestions, async ({ query }) => ({ data: await suggest(db, query.text) }), {
    sameForAll: true,
    maxAge: 60,
  });

  serve(
    app,
    calls.getInventory,
    async ({ params }, { session }) => {
      const row = found(await itemOf(db, params.id));
      const copies = seesCopies(session) ? await copiesOf(db, params.id) : [];
      return { data: presentItemWithCopies({ row, copies }, await codesOf(db)) };
    },
    { sameForAll: (_received, session) => !seesCopies(session) },
  );

  serve(app, calls.getInventoryItemById, async ({ params }) => {
    const copy = found(await copyOf(db, params.id));
    const item = found(await itemOf(db, copy.item_id));
    return { data: { ...presentCopy(copy), inventory: presentItem(item, await codesOf(db)) } };
  });

  serve(app, getNextSku, async ({ query }) => ({ data: await nextSku(db, query.categoryId) }));
  editingRoutes(app, { db, clock });
  return {
    parts: (size) => partsWithItems(db, size),
    ids: (...range) => itemIdsBetween(db, ...range),
    withIds: (ids) => itemChanges(db, ids),
  };
}

const seesCopies = (session: Session | null) => session?.userTypeId === userTypes.admin;

function editingRoutes(app: FastifyInstance, parts: Parts): void {
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
