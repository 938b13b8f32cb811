import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { addItemToCart, saveOrder } from "#contract/orders/cart.ts";
import * as catalog from "#contract/catalog/catalog.ts";
import { archiveTitle } from "#contract/catalog/archive.ts";
import { openDatabase } from "#server/platform/database.ts";
import { callsTo, testApp } from "#server/test/app.ts";
import { aBorrower, anAdmin, anItem } from "#server/test/factories.ts";
import { AnswerCache } from "./public-answers.ts";

const library = await testApp();
const clerk = await anAdmin(library);
const borrower = await aBorrower(library);

/** The statements of an instance that caches answers for a minute. */
const statements: string[] = [];
const own = openDatabase({
  connection: library.connection,
  watch: { connected() {}, lost() {}, away() {}, began: (text) => (statements.push(text), () => {}) },
});
afterAll(() => own.destroy());
const caching = callsTo(await library.another({ db: own, cacheMs: 60_000 }));

async function order(id: number, instance: Pick<typeof library, "call"> = library) {
  const params = { inventoryId: id, requestedQty: "1", isQuickAdd: false };
  const cart = (await instance.call(addItemToCart, { params })).body.data;
  const placing = { params: { x: String(borrower.borrowerId), identifier: cart }, query: {} };
  const { body } = await instance.call(saveOrder, placing, borrower.token);
  expect(body.isSuccess).toBe(true);
}

const readsTitles = () => statements.filter((text) => /\bitems\b/.test(text)).length;

describe("an answer that is the same for everyone", () => {
  const detail = async (id: number, token?: string) =>
    (await caching.call(catalog.getInventory, { params: { id } }, token)).body.data.inStock;

  it("is read from the database once for visitors who request it at the same time or soon afterward", async () => {
    const { itemId } = await anItem(library, 2);
    statements.length = 0;
    expect(await Promise.all([detail(itemId), detail(itemId)])).toEqual([2, 2]);
    const reads = readsTitles();
    expect(await detail(itemId)).toBe(2);
    expect(readsTitles()).toBe(reads);
  });

  it("is always current for logged-in callers", async () => {
    const { itemId } = await anItem(library, 2);
    expect(await detail(itemId)).toBe(2);
    await order(itemId); // through another instance
    expect(await detail(itemId)).toBe(2);
    expect([await detail(itemId, borrower.token), await detail(itemId, clerk.token)]).toEqual([1, 1]);
  });

  it("is current for everyone once a logged-in caller changes something", async () => {
    const { itemId, title } = await anItem(library, 2, { title: "Zinnias" });
    const search = async () =>
      (await caching.call(catalog.getInventoryBySearchParams, { query: { searchString: title, page: 1 } })).body.data;
    expect([await detail(itemId), (await search()).inStockTotal]).toEqual([2, 1]);
    await order(itemId, caching);
    expect(await detail(itemId)).toBe(1);
    const { itemId: other } = await anItem(library, 2, { title });
    expect((await search()).inStockTotal).toBe(2);
    await caching.call(archiveTitle, { params: { id: other } }, clerk.token);
    expect((await search()).inStockTotal).toBe(1);
  });

  it("is not shared with staff, whose answers contain more", async () => {
    const { itemId } = await anItem(library, 2);
    const copies = async (token?: string) => {
      const answer = await caching.call(catalog.getInventory, { params: { id: itemId } }, token);
      return [
        answer.body.data.inventoryItems.length,
        answer.headers["cache-control"],
        answer.headers.etag !== undefined,
      ];
    };
    for (let time = 0; time < 2; time += 1) {
      expect(await copies(clerk.token)).toEqual([2, "no-store", false]);
      expect(await copies(borrower.token)).toEqual([0, "no-cache", true]);
      expect(await copies()).toEqual([0, "no-cache", true]);
    }
  });
});

describe("the answer cache", () => {
  const answer = (body: string) => async () => ({ body, tag: "", bytes: {} });

  it("keeps an answer for its lifetime and then makes a new one", async () => {
    const cache = new AnswerCache(50);
    expect((await cache.answer("a", answer("first"))).body).toBe("first");
    await expect.poll(async () => (await cache.answer("a", answer("second"))).body).toBe("second");
  });

  it("keeps an answer as long as browsers may cache it", async () => {
    const cache = new AnswerCache(1);
    await cache.answer("a", answer("first"), 60);
    await cache.answer("b", answer("first"));
    await expect.poll(async () => (await cache.answer("b", answer("second"))).body).toBe("second");
    expect((await cache.answer("a", answer("second"), 60)).body).toBe("first");
  });

  it("doesn't cache failures, or answers started before it was cleared", async () => {
    const cache = new AnswerCache(60_000);
    await expect(cache.answer("a", () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
    let end = () => {};
    const pending = cache.answer("a", async () => {
      await new Promise<void>((resolve) => (end = resolve));
      return answer("old")();
    });
    cache.clear();
    expect((await cache.answer("a", answer("new"))).body).toBe("new");
    end();
    expect((await pending).body).toBe("old");
    expect((await cache.answer("a", answer("newer"))).body).toBe("new");
  });
});

describe("a browser with a cached answer", () => {
  const get = async (url: string, tag?: string) => {
    const headers = tag === undefined ? {} : { "if-none-match": tag };
    const { statusCode, body, headers: sent } = await library.app.inject({ url, headers });
    return { status: statusCode, body, tag: String(sent.etag), vary: sent.vary };
  };

  it("gets a 304 until the answer changes", async () => {
    const { itemId } = await anItem(library, 2);
    const url = `/api/Inventory/Get/${itemId}`;
    const first = await get(url);
    expect([first.status, first.vary]).toEqual([200, "accept-encoding, authorization"]);
    expect(await get(url, first.tag)).toMatchObject({ status: 304, body: "", tag: first.tag });
    expect(await get(url, `"other", W/${first.tag}`)).toMatchObject({ status: 304 });
    expect(await get(url, '"other"')).toMatchObject({ status: 200, body: first.body });
    await order(itemId);
    const second = await get(url, first.tag);
    expect([second.status, second.tag === first.tag]).toEqual([200, false]);
    expect(await get(url, second.tag)).toMatchObject({ status: 304 });
    expect(await get("/api/Inventory/Get/999999", "*")).toMatchObject({ status: 404 });
  });
});

describe("a long public answer", () => {
  const url = "/api/Inventory/GetRecentItems?itemCount=50";
  const get = async (headers: Record<string, string>, of = url) => {
    const { statusCode, headers: sent, rawPayload } = await library.app.inject({ url: of, headers });
    return { status: statusCode, encoding: sent["content-encoding"], tag: String(sent.etag), bytes: rawPayload };
  };
  const longText = { description: "What there is to know about teeth. ".repeat(40) };

  it("is compressed in an encoding that the browser accepts", async () => {
    await anItem(library, 2, longText);
    const plain = await get({});
    expect(plain.encoding).toBeUndefined();
    const [br, gzip] = [await get({ "accept-encoding": "gzip, br" }), await get({ "accept-encoding": "gzip" })];
    expect([br.encoding, gzip.encoding]).toEqual(["br", "gzip"]);
    expect([brotliDecompressSync(br.bytes), gunzipSync(gzip.bytes)]).toEqual([plain.bytes, plain.bytes]);
    expect(br.bytes.length).toBeLessThan(plain.bytes.length / 3);
  });

  it("is a 304 if the browser has cached the compressed version, until it changes", async () => {
    const { itemId } = await anItem(library, 2, longText);
    const accepted = { "accept-encoding": "br" };
    const first = await get(accepted);
    expect(first.tag).toMatch(/^W\//); // a weak tag: the bytes differ from the uncompressed answer
    expect(await get({ ...accepted, "if-none-match": first.tag })).toMatchObject({ status: 304, tag: first.tag });
    await order(itemId);
    const second = await get({ ...accepted, "if-none-match": first.tag });
    expect([second.status, second.encoding]).toEqual([200, "br"]);
    expect(brotliDecompressSync(second.bytes)).toEqual((await get({})).bytes);
  });

  it("is not compressed for staff or when it is short", async () => {
    const { itemId } = await anItem(library, 2);
    const accepted = { "accept-encoding": "br" };
    const of = `/api/Inventory/Get/${itemId}`;
    expect((await get(accepted, of)).encoding).toBeUndefined();
    const long = await anItem(library, 2, longText);
    const authorization = `Bearer ${clerk.token}`;
    const ofLong = `/api/Inventory/Get/${long.itemId}`;
    expect([
      (await get(accepted, ofLong)).encoding,
      (await get({ ...accepted, authorization }, ofLong)).encoding,
    ]).toEqual(["br", undefined]);
  });
});
