import * as catalog from "#contract/catalog/catalog.ts";
import { getFacets, getSearchHelp } from "#contract/catalog/facets.ts";
import * as archiveCalls from "#contract/catalog/archive.ts";
import { getCopyCounts, getNextSku, getTitleUse } from "#contract/catalog/archive.ts";
import { statuses, userTypes } from "#contract/catalog/codes.ts";
import { messages } from "#contract/wire/messages.ts";
import { found } from "#server/refusals/http-error.ts";
import type { IdList } from "#server/http/pages/site-map.ts";
import type { Session } from "#server/http/caller.ts";
import { serve } from "#server/http/serve.ts";
import type { ConfiguredParts, Parts } from "#server/parts.ts";
import type { FastifyInstance } from "fastify";
import { presentCopy, presentItem, presentItemWithCopies, presentInList } from "./titles/catalog.present.ts";
import {
  copiesOf,
  copyOf,
  everyItemId,
  itemChanges,
  itemIdsBetween,
  itemOf,
  partsWithItems,
  recentItems,
} from "./titles/catalog.queries.ts";
import { codesOf, followCodes } from "./codes/codes.queries.ts";
import { checkIsbn, lookUpIsbn } from "#contract/catalog/isbn.ts";
import { titlesWithIsbn } from "./isbn/isbn.queries.ts";
import { isbn13 } from "./isbn/isbn.rules.ts";
import { askSource } from "./isbn/ask-source.ts";
import { countFacets, helpSearch } from "./facets/facets.ts";
import { nextSku, type SavedItem, saveItem } from "./titles/save-item.ts";
import { itemsInPages } from "./titles/items-in-pages.ts";
import { search, searchList } from "./search/search.ts";
import { suggest } from "./search/suggest.ts";
import { dayOf } from "#server/platform/clock.ts";
import { lowStockCsv } from "./titles/low-stock-csv.ts";
import { copyCountsOf, holdersOf, holdsOf } from "./titles/archive.queries.ts";
import { setCopyArchived, setTitleArchived } from "./titles/archive-title.ts";
import * as synonymsCalls from "#contract/catalog/synonyms.ts";
import { entriesLike } from "./synonyms/synonyms.queries.ts";
import { presentEntry, removeEntry, saveEntry, showEntry } from "./synonyms/synonyms.ts";
import * as codeListsCalls from "#contract/catalog/code-lists.ts";
import { refreshRegularly } from "#server/http/keep-looking.ts";
import { offered } from "./codes/codes.rules.ts";
import { saveCodeList, showCodeLists } from "./codes/code-lists.ts";
import * as labelsCalls from "#contract/catalog/labels.ts";
import { type LabelCopy, maxLabels } from "#contract/catalog/labels.ts";
import { exportCollection as exportCall, exportMarc as exportMarcCall } from "#contract/catalog/title-files.ts";
import { exportCollection, exportMarc } from "./imports/export-collection.ts";
import { makeSheet, markPrinted, unprintableTitles } from "./labels/labels.ts";
import { copiesToLabel, type LabelRow } from "./labels/labels.queries.ts";

const countLimits = { perMinute: 240, sameForAll: true } as const;

/** Serves the catalog; returns the addresses of all titles. */
export function catalogRoutes(app: FastifyInstance, parts: ConfiguredParts): IdList {
  archiveRoutes(app, parts);
  synonymRoutes(app, parts);
  codesRoutes(app, parts);
  labelsRoutes(app, parts);
  isbnRoutes(app, parts);
  serve(app, exportCall, async (_, { actor }) => exportCollection(parts.db, actor, parts.configuration.timeZone));
  serve(app, exportMarcCall, async (_, { actor }) => exportMarc(parts.db, actor, parts.configuration.timeZone));
  return titleRoutes(app, parts);
}

/** Serves Inventory/*; returns the addresses of all titles. */
function titleRoutes(app: FastifyInstance, { db, clock }: Parts): IdList {
  serve(
    app,
    catalog.getRecentItems,
    async ({ query }) => {
      const codes = await codesOf(db);
      return { data: (await recentItems(db, query.itemCount)).map((row) => presentItem(row, codes)) };
    },
    { sameForAll: true },
  );

  serve(app, catalog.getEveryInventory, async ({ query }, { claimListSlot }) => {
    await claimListSlot();
    return { data: itemsInPages(db, await everyItemId(db, query)) };
  });

  serve(
    app,
    catalog.getInventoryBySearchParams,
    async ({ query }, { claimListSlot }) => ({ data: await search(db, query, claimListSlot) }),
    { sameForAll: ({ query }) => query.page !== undefined || query.pageSize !== undefined },
  );

  serve(app, getFacets, async ({ query }) => ({ data: await countFacets(db, query) }), countLimits);
  serve(app, getSearchHelp, async ({ query }) => ({ data: await helpSearch(db, query) }), countLimits);

  serve(app, catalog.getSuggestions, async ({ query }) => ({ data: await suggest(db, query.text) }), {
    sameForAll: true,
    maxAge: 60,
  });

  serve(
    app,
    catalog.getInventory,
    async ({ params }, { session }) => {
      const row = found(await itemOf(db, params.id));
      const copies = seesCopies(session) ? await copiesOf(db, params.id) : [];
      return { data: presentItemWithCopies({ row, copies }, await codesOf(db)) };
    },
    { sameForAll: (_input, session) => !seesCopies(session) },
  );

  serve(app, catalog.getInventoryItemById, async ({ params }) => {
    const copy = found(await copyOf(db, params.id));
    const item = found(await itemOf(db, copy.item_id));
    return { data: { ...presentCopy(copy), inventory: presentItem(item, await codesOf(db)) } };
  });

  serve(app, getNextSku, async ({ query }) => ({ data: await nextSku(db, query.categoryId) }));
  editingRoutes(app, { db, clock });
  return {
    parts: (size) => partsWithItems(db, size),
    ids: (...range) => itemIdsBetween(db, ...range),
    withChanges: (ids) => itemChanges(db, ids),
  };
}

const seesCopies = (session: Session | null) => session?.userTypeId === userTypes.admin;

function editingRoutes(app: FastifyInstance, parts: Parts): void {
  const answerOf = async (item: SavedItem) => ({
    id: item.row.item_id,
    data: presentItemWithCopies(item, await codesOf(parts.db)),
  });

  serve(app, catalog.saveInventory, async ({ body }, { session }) => {
    const { call } = catalog.saveInventory;
    const item = await saveItem(parts, { call, itemId: body.inventoryId, body, copies: 0 }, session.userId);
    return { ...(await answerOf(item)), message: messages.done.itemSaved };
  });

  serve(app, catalog.updateInventory, async ({ params, body }, { session }) => {
    const { call } = catalog.updateInventory;
    const item = await saveItem(parts, { call, itemId: params.id, body, copies: 0 }, session.userId);
    return { ...(await answerOf(item)), message: messages.done.itemUpdated };
  });

  serve(app, catalog.addReferenceNumber, async ({ body }, { session }) => {
    const { call } = catalog.addReferenceNumber;
    const save = { call, itemId: body.inventoryId, body, copies: body.copies };
    const { row, added } = await saveItem(parts, save, session.userId);
    return { id: row.item_id, data: presentCopy(found(added[0])), message: messages.done.skuAdded };
  });
}

const maxHolders = 20;

/** Serves archiving, the lists of archived titles and low stock, and the loans and reservations of a title. */
function archiveRoutes(
  app: FastifyInstance,
  { db, clock, configuration }: ConfiguredParts<"lowStock" | "timeZone">,
): void {
  const today = () => dayOf(clock.now(), configuration.timeZone);

  for (const isArchived of [true, false]) {
    const [titleCall, copyCall] = isArchived
      ? ([archiveCalls.archiveTitle, archiveCalls.archiveCopy] as const)
      : ([archiveCalls.unarchiveTitle, archiveCalls.unarchiveCopy] as const);
    serve(app, titleCall, async ({ params: { id } }, { session }) => {
      await setTitleArchived(db, id, isArchived, { userId: session.userId, at: clock.now(), today: today() });
      return { id };
    });
    serve(app, copyCall, async ({ params: { inventoryItemId: id } }, { actor }) => {
      await setCopyArchived(db, id, isArchived, actor);
      return { id };
    });
  }
  serve(app, getCopyCounts, async ({ query }) => ({ data: await copyCountsOf(db, query.ids, today()) }));
  serve(app, getTitleUse, async ({ params }) => {
    const counts = found((await copyCountsOf(db, [params.id], today()))[0]);
    const { holders, total } = await holdersOf(db, params.id, { limit: maxHolders, today: today() });
    const holds = await holdsOf(db, params.id, maxHolders);
    return { data: { ...counts, orders: holders, ...holds }, total };
  });
  serve(app, archiveCalls.getArchivedTitles, async ({ query }) => searchList(db, query, { stock: "archived" }));
  serve(app, archiveCalls.getLowStock, async ({ query }) =>
    searchList(db, query, { stock: "in", lowAt: configuration.lowStock }),
  );
  serve(app, archiveCalls.lowStockCsv, async (_input, { actor }) => {
    const { timeZone, lowStock: lowAt } = configuration;
    return lowStockCsv(db, { actor, timeZone, lowAt });
  });
}

function synonymRoutes(app: FastifyInstance, { db }: Parts): void {
  serve(app, synonymsCalls.getSynonymGroups, async ({ query: { searchString, page = 1, pageSize = 25 } }) => {
    const { rows, total } = await entriesLike(db, searchString, { number: page, size: pageSize });
    return { data: rows.map(presentEntry), total };
  });
  serve(app, synonymsCalls.getSynonymGroup, async ({ params }) => ({ data: await showEntry(db, params.id) }));
  serve(app, synonymsCalls.saveSynonymGroup, async ({ body }, { actor }) => {
    const id = await saveEntry(db, body, actor);
    return { id, data: await showEntry(db, id) };
  });
  serve(app, synonymsCalls.removeSynonymGroup, async ({ params: { id }, body }, { actor }) => {
    await removeEntry(db, id, body.version, actor);
    return { id };
  });
}

function codesRoutes(app: FastifyInstance, { db }: Parts): void {
  serve(app, catalog.getEveryStatus, async () => ({
    data: (await codesOf(db)).statuses.filter(({ statusId }) => statusId !== statuses.canceled),
  }));
  serve(app, catalog.getEveryCategory, async () => ({ data: [...(await codesOf(db)).categories] }));
  serve(app, catalog.getEverySubject, async () => ({ data: offered((await codesOf(db)).subjects) }));
  serve(app, catalog.getEveryGrade, async () => ({ data: offered((await codesOf(db)).grades) }));

  serve(app, codeListsCalls.getCodeLists, async () => ({ data: await showCodeLists(db) }));
  serve(app, codeListsCalls.saveCodeList, async ({ body }, { actor }) => {
    await saveCodeList(db, body, actor);
    return { data: await showCodeLists(db) };
  });
  refreshRegularly(app, "codes", () => followCodes(db));
}

const maxSameIsbn = 5;

function isbnRoutes(
  app: FastifyInstance,
  { db, configuration: { isbnLookupUrl: source } }: ConfiguredParts<"isbnLookupUrl">,
): void {
  serve(app, checkIsbn, async ({ query }) => {
    const isbn = isbn13(query.isbn) ?? "";
    const rows = isbn === "" ? [] : await titlesWithIsbn(db, isbn, maxSameIsbn);
    const titles = rows.map(({ item_id, reference_number, title, language, archived_at }) => ({
      inventoryId: item_id,
      referenceNumber: reference_number,
      title,
      language,
      isArchived: archived_at !== null,
    }));
    return { data: { isbn, titles, source: source === undefined ? "" : new URL(source).host } };
  });
  serve(app, lookUpIsbn, async ({ query }) => ({ data: await askSource(source, query.isbn) }), { perMinute: 60 });
}

/** Serves Labels/*: choosing copies, printing their labels, and marking them as labeled. */
function labelsRoutes(app: FastifyInstance, { db }: Parts): void {
  serve(app, labelsCalls.getLabelCopies, async ({ query }, { disconnected }) => {
    const { inventoryId, searchString: words, includeLabeled: isLabeledToo } = query;
    const search = { itemId: inventoryId || undefined, words, isLabeledToo };
    const { rows, total } = await copiesToLabel(db, search, maxLabels);
    const unprintable = await unprintableTitles(
      rows.map(({ title }) => title),
      disconnected(),
    );
    return { data: rows.map((row) => presentLabelCopy(row, !unprintable.has(row.title))), total };
  });

  serve(app, labelsCalls.makeSheet, async ({ body }, { disconnected }) => makeSheet(db, body, disconnected()));

  serve(app, labelsCalls.markPrinted, async ({ body }, { actor }) => markPrinted(db, body.inventoryItems, actor));
}

function presentLabelCopy(row: LabelRow, isTitleShown: boolean): LabelCopy {
  return {
    ...presentInList(row),
    isInactive: row.is_inactive,
    labelPrintedAt: row.label_printed_at?.toISOString() ?? null,
    isTitleShown,
  };
}
