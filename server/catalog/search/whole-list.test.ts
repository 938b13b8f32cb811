import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import type { Item } from "#contract/catalog/catalog.ts";
import type { LongList } from "#contract/wire/endpoint.ts";
import { HttpError } from "#server/refusals/http-error.ts";
import { testDatabase } from "#server/test/database.ts";
import { search } from "./search.ts";

const { db } = await testDatabase();
await sql`
  insert into items (title, description, reference_number, category_id, subject_id, grade_mask, active_copies)
  select case when number % 4 = 0 then 'Salt' else 'Sugar' end || ' ' || lpad(number::text, 3, '0'), 'Plain.', number, 1,
    1, 63, number % 2
  from generate_series(1, 500) as number`.execute(db);

const all = { searchString: "", categoryId: 0, subjectId: 0, gradeId: 0, inStockOnly: false, outOfStockOnly: false };
const whole = { page: undefined, pageSize: undefined };
const claimListSlot = async () => {};

async function read(list: LongList<Item>): Promise<number[]> {
  const ids: number[] = [];
  for await (const some of Symbol.asyncIterator in list ? list : [list])
    ids.push(...some.map(({ inventoryId }) => inventoryId));
  return ids;
}

/** Returns the ids of the same search, page by page. */
async function inPages(query: typeof all) {
  const ids: number[] = [];
  for (let page = 1; page <= 5; page += 1) {
    const results = await search(db, { ...query, page, pageSize: 100 }, claimListSlot);
    ids.push(...(await read(results.searchInStockResults)), ...(await read(results.searchOutOfStockResults)));
  }
  return ids;
}

describe("a search without a page", () => {
  it.each([
    ["for all", all],
    ["for a word", { ...all, searchString: "sugar" }],
    ["for a misspelled word", { ...all, searchString: "sugarr" }],
    ["for names of a category and a subject", { ...all, searchString: "libros salud" }],
    ["for titles in stock", { ...all, inStockOnly: true }],
    ["for a word out of stock", { ...all, searchString: "sugar", outOfStockOnly: true }],
  ])("%s finds the same titles as its pages, in the same order", async (_what, query) => {
    const results = await search(db, { ...query, ...whole }, claimListSlot);
    const ids = [...(await read(results.searchInStockResults)), ...(await read(results.searchOutOfStockResults))];
    expect(ids).toEqual(await inPages(query));
    expect(ids.length).toBeGreaterThan(100);
  });

  it("returns each title once, in the order at its start, even if titles change while it is read", async () => {
    const before = await inPages(all);
    const results = await search(db, { ...all, ...whole }, claimListSlot);
    await sql`update items set title = 'Aaa ' || item_id, active_copies = 1 - active_copies`.execute(db);
    const [inStock, outOfStock] = [
      await read(results.searchInStockResults),
      await read(results.searchOutOfStockResults),
    ];
    expect([...inStock, ...outOfStock]).toEqual(before);
    expect([results.inStockTotal, results.outOfStockTotal]).toEqual([inStock.length, outOfStock.length]);
  });

  it("requests admission only when it finds many titles", async () => {
    const closed = () => Promise.reject(new HttpError(503));
    await expect(search(db, { ...all, ...whole }, closed)).rejects.toMatchObject({ statusCode: 503 });
    const { inStockTotal, outOfStockTotal } = await search(db, { ...all, ...whole, searchString: "#7" }, closed);
    expect(inStockTotal + outOfStockTotal).toBe(1);
    expect((await search(db, { ...all, page: 1, pageSize: 100 }, closed)).searchInStockResults).toHaveLength(100);
  });
});
