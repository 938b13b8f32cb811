import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { addItemToCart, saveOrder } from "#contract/cart.ts";
import * as catalog from "#contract/catalog.ts";
import { getCodeLists, saveCodeList } from "#contract/staff/code-lists.ts";
import { archiveTitle, unarchiveTitle } from "#contract/titles/archive.ts";
import { getFacets } from "#contract/titles/facets.ts";
import { getSuggestions } from "#contract/titles/suggestions.ts";
import { openDatabase } from "#server/platform/database.ts";
import { callsTo, testApp } from "#server/test/app.ts";
import { aBorrower, anAdmin, anItem } from "#server/test/factories.ts";

const library = await testApp();
const clerk = await anAdmin(library);
const borrower = await aBorrower(library);

/** Another instance, which shares only the database, and the statements that it sent. */
const statements: string[] = [];
const own = openDatabase({
  connection: library.connection,
  watch: { connected() {}, lost() {}, away() {}, began: (text) => (statements.push(text), () => {}) },
});
afterAll(() => own.destroy());
const otherApp = await library.another({ db: own });
const other = callsTo(otherApp);

const detail = async (id: number) => (await other.call(catalog.getInventory, { params: { id } })).body.data;
const recent = async () => (await other.call(catalog.getRecentItems, { query: { itemCount: 50 } })).body.data;
const search = async (searchString: string) =>
  (await other.call(catalog.getInventoryBySearchParams, { query: { searchString, page: 1, pageSize: 18 } })).body.data;
const suggested = async (text: string) =>
  (await other.call(getSuggestions, { query: { text } })).body.data.titles.map(({ title }) => title);

/** All that the other instance says of a title, from what it keeps where it can. */
async function said(id: number, title: string) {
  const one = (items: readonly catalog.Item[]) => items.find(({ inventoryId }) => inventoryId === id);
  const found = await search(title);
  return {
    detail: (await detail(id)).inStock,
    recent: one(await recent())?.inStock,
    found: one([...found.searchInStockResults, ...found.searchOutOfStockResults])?.inStock,
    totals: [found.inStockTotal, found.outOfStockTotal],
  };
}

async function order(id: number, quantity: number) {
  const params = { inventoryId: id, requestedQty: String(quantity), isQuickAdd: false };
  const cart = (await library.call(addItemToCart, { params })).body.data;
  const placing = { params: { x: String(borrower.borrowerId), identifier: cart }, query: {} };
  const { body } = await library.call(saveOrder, placing, borrower.token);
  expect(body.isSuccess).toBe(true);
}

const readsTitles = () => statements.filter((text) => /\bitems\b/.test(text)).length;

describe("an answer that is the same for everybody", () => {
  it("is asked of the database once, however often it is given", async () => {
    const { itemId, title } = await anItem(library, 2);
    await said(itemId, title);
    await said(itemId, title); // what was answered before the first look at changes is not kept
    statements.length = 0;
    for (let time = 0; time < 3; time += 1)
      expect(await said(itemId, title)).toEqual({ detail: 2, recent: 2, found: 2, totals: [1, 0] });
    expect(readsTitles()).toBe(0);
    expect(statements.length).toBeGreaterThan(0);
  });

  it("shows an order that was placed through another instance at the next request", async () => {
    const { itemId, title } = await anItem(library, 5, { title: "Dental floss" });
    for (let left = 5; left > 0; left -= 1) {
      const expected = { detail: left, recent: left, found: left, totals: [1, 0] };
      expect([await said(itemId, title), await said(itemId, title)]).toEqual([expected, expected]);
      await order(itemId, 1);
    }
    expect(await said(itemId, title)).toEqual({ detail: 0, recent: 0, found: 0, totals: [0, 1] });
  });

  it("shows what staff add, change, archive and bring back through another instance", async () => {
    expect([await suggested("zinn"), (await search("zinnias")).inStockTotal]).toEqual([[], 0]);
    const body = {
      title: "Zinnias",
      referenceNumber: "ZINN1",
      description: "Flowers.",
      categoryId: 1,
      subjectId: 1,
      gradeId: 63,
      attachmentId: null,
    };
    const added = (await library.callLoosely(catalog.addReferenceNumber, { body }, clerk.token)).body;
    const id = added.id;
    expect([await suggested("zinn"), (await search("zinnias")).inStockTotal]).toEqual([["Zinnias"], 1]);
    const shown = await detail(id);
    const changed = { ...body, title: "Zinnias and marigolds", version: shown.version };
    const params = { id };
    const saved = await library.callLoosely(catalog.updateInventory, { params, body: changed }, clerk.token);
    expect(saved.body).toMatchObject({ isSuccess: true });
    expect([await suggested("zinn"), (await detail(id)).title]).toEqual([[changed.title], changed.title]);
    expect((await search("zinnias")).searchInStockResults.map(({ title }) => title)).toEqual([changed.title]);
    await library.call(archiveTitle, { params }, clerk.token);
    expect([await suggested("zinn"), (await search("zinnias")).inStockTotal]).toEqual([[], 0]);
    expect([(await detail(id)).isArchived, (await recent()).some(({ inventoryId }) => inventoryId === id)]).toEqual([
      true,
      false,
    ]);
    await library.call(unarchiveTitle, { params }, clerk.token);
    expect([await suggested("zinn"), (await search("zinnias")).inStockTotal]).toEqual([[changed.title], 1]);
  });

  it("counts again what a search can be narrowed by once a title comes, goes out of stock, or leaves", async () => {
    const counted = async () => {
      const query = { searchString: "tinctures", inStockOnly: true };
      const { total, facets } = (await other.call(getFacets, { query })).body.data;
      return [total, facets.find(({ kind }) => kind === "formats")?.values.map(({ titles }) => titles)];
    };
    expect([await counted(), await counted()]).toEqual([
      [0, undefined],
      [0, undefined],
    ]);
    const { itemId } = await anItem(library, 1, { title: "Tinctures" });
    expect([await counted(), await counted()]).toEqual([
      [1, [1]],
      [1, [1]],
    ]);
    statements.length = 0;
    expect(await counted()).toEqual([1, [1]]);
    expect(readsTitles()).toBe(0);
    const { itemId: second } = await anItem(library, 1, { title: "More tinctures" });
    expect(await counted()).toEqual([2, [2]]);
    await order(itemId, 1);
    expect(await counted()).toEqual([1, [1]]);
    await library.call(archiveTitle, { params: { id: second } }, clerk.token);
    expect(await counted()).toEqual([0, undefined]);
  });

  it("has the new name of a subject at the next request, also in another instance", async () => {
    const { itemId } = await anItem(library, 1, { subjectId: 7 });
    expect([(await detail(itemId)).subjectName, (await detail(itemId)).subjectName]).toEqual(["Safety", "Safety"]);
    const { entries, version } = (await library.call(getCodeLists, {}, clerk.token)).body.data.subjects;
    const renamed = entries.map((entry) => (entry.id === 7 ? { ...entry, name: "Safe and sound" } : entry));
    await library.call(saveCodeList, { body: { list: "subjects", version, entries: renamed } }, clerk.token);
    expect((await detail(itemId)).subjectName).toBe("Safe and sound");
    expect((await recent()).find(({ inventoryId }) => inventoryId === itemId)?.subjectName).toBe("Safe and sound");
  });

  it("is found by the label of a copy as soon as there is one", async () => {
    const { itemId } = await anItem(library, 1, { title: "Hearing", referenceNumber: "HEAR1" });
    const labeled = async () => (await search("EAR999")).searchInStockResults.map(({ inventoryId }) => inventoryId);
    expect([await labeled(), await labeled()]).toEqual([[], []]);
    await library.db.insertInto("copies").values({ item_id: itemId, copy_number: 2, sku_number: "EAR999" }).execute();
    expect(await labeled()).toEqual([itemId]);
  });

  it("is not what staff get, and staff's is nobody else's", async () => {
    const { itemId } = await anItem(library, 2);
    const copies = async (token?: string) => {
      const answer = await library.call(catalog.getInventory, { params: { id: itemId } }, token);
      return [
        answer.body.data.inventoryItems.length,
        answer.headers["cache-control"],
        answer.headers.etag !== undefined,
      ];
    };
    for (let time = 0; time < 3; time += 1) {
      expect(await copies(clerk.token)).toEqual([2, "no-store", false]);
      expect(await copies(borrower.token)).toEqual([0, "no-cache", true]);
      expect(await copies()).toEqual([0, "no-cache", true]);
    }
  });

  it("of a title that is not there is not kept", async () => {
    const { itemId } = await anItem(library, 1);
    const params = { id: itemId + 1 };
    expect((await other.call(catalog.getInventory, { params })).status).toBe(404);
    const { itemId: next } = await anItem(library, 1);
    expect([next, (await other.call(catalog.getInventory, { params })).status]).toEqual([params.id, 200]);
  });
});

describe("a browser that has the answer", () => {
  const get = async (url: string, tag?: string) => {
    const headers = tag === undefined ? {} : { "if-none-match": tag };
    const { statusCode, body, headers: sent } = await otherApp.inject({ url, headers });
    return { status: statusCode, body, tag: String(sent.etag), vary: sent.vary };
  };

  it("gets a 304, until there is another one", async () => {
    const { itemId } = await anItem(library, 2);
    const url = `/api/Inventory/Get/${itemId}`;
    const first = await get(url);
    expect([first.status, first.vary]).toEqual([200, "accept-encoding, authorization"]);
    expect(await get(url, first.tag)).toMatchObject({ status: 304, body: "", tag: first.tag });
    expect(await get(url, `"other", W/${first.tag}`)).toMatchObject({ status: 304 });
    expect(await get(url, '"other"')).toMatchObject({ status: 200, body: first.body });
    await order(itemId, 1);
    const second = await get(url, first.tag);
    expect([second.status, second.tag === first.tag]).toEqual([200, false]);
    expect(await get(url, second.tag)).toMatchObject({ status: 304 });
    expect(await get("/api/Inventory/Get/999999", "*")).toMatchObject({ status: 404 });
  });
});

describe("a kept answer that is long", () => {
  const url = "/api/Inventory/GetRecentItems?itemCount=50";
  const get = async (headers: Record<string, string>, of = url) => {
    const { statusCode, headers: sent, rawPayload } = await otherApp.inject({ url: of, headers });
    return { status: statusCode, how: sent["content-encoding"], tag: String(sent.etag), bytes: rawPayload };
  };
  const longText = { description: "What there is to know about teeth. ".repeat(40) };

  it("comes as compressed as the browser can read it, and is the same", async () => {
    await anItem(library, 2, longText);
    const plain = await get({});
    expect(plain.how).toBeUndefined();
    const [br, gzip] = [await get({ "accept-encoding": "gzip, br" }), await get({ "accept-encoding": "gzip" })];
    expect([br.how, gzip.how]).toEqual(["br", "gzip"]);
    expect([brotliDecompressSync(br.bytes), gunzipSync(gzip.bytes)]).toEqual([plain.bytes, plain.bytes]);
    expect(br.bytes.length).toBeLessThan(plain.bytes.length / 3);
  });

  it("is known again by a browser that has it compressed, until it is another one", async () => {
    const { itemId } = await anItem(library, 2, longText);
    const accepted = { "accept-encoding": "br" };
    const first = await get(accepted);
    expect(first.tag).toMatch(/^W\//); // other bytes than the same answer as it is
    expect(await get({ ...accepted, "if-none-match": first.tag })).toMatchObject({ status: 304, tag: first.tag });
    await order(itemId, 1);
    const second = await get({ ...accepted, "if-none-match": first.tag });
    expect([second.status, second.how]).toEqual([200, "br"]);
    expect(brotliDecompressSync(second.bytes)).toEqual((await get({})).bytes);
  });

  it("is not compressed for staff, nor where it is short", async () => {
    const { itemId } = await anItem(library, 2);
    const accepted = { "accept-encoding": "br" };
    const of = `/api/Inventory/Get/${itemId}`;
    expect((await get(accepted, of)).how).toBeUndefined();
    const long = await anItem(library, 2, longText);
    const authorization = `Bearer ${clerk.token}`;
    const ofLong = `/api/Inventory/Get/${long.itemId}`;
    expect([(await get(accepted, ofLong)).how, (await get({ ...accepted, authorization }, ofLong)).how]).toEqual([
      "br",
      undefined,
    ]);
  });
});
