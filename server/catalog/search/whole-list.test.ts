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

/** The ids of the same search, page by page. */
async function inPages(query: typeof all) {
  const ids: number[] = [];
  for (let page = 1; page <= 5; page += 1) {
    const found = await search(db, { ...query, page, pageSize: 100 }, claimListSlot);
    ids.push(...(await read(found.searchInStockResults)), ...(await read(found.searchOutOfStockResults)));
  }
  return ids;
}

describe("a search without a page", () => {
  it.each([
    ["for all", all],
    ["for a word", { ...all, searchString: "sugar" }],
    ["for a misspelled word", { ...all, searchString: "sugarr" }],
    ["for what a category and a subject are called", { ...all, searchString: "libros salud" }],
    ["for what is in stock", { ...all, inStockOnly: true }],
    ["for a word out of stock", { ...all, searchString: "sugar", outOfStockOnly: true }],
  ])("%s finds what its pages find, in their order", async (_what, query) => {
    const found = await search(db, { ...query, ...whole }, claimListSlot);
    const ids = [...(await read(found.searchInStockResults)), ...(await read(found.searchOutOfStockResults))];
    expect(ids).toEqual(await inPages(query));
    expect(ids.length).toBeGreaterThan(100);
  });

  it("gives each title once, as it was when the search began, although the titles change while it is read", async () => {
    const before = await inPages(all);
    const found = await search(db, { ...all, ...whole }, claimListSlot);
    await sql`update items set title = 'Aaa ' || item_id, active_copies = 1 - active_copies`.execute(db);
    const [inStock, outOfStock] = [await read(found.searchInStockResults), await read(found.searchOutOfStockResults)];
    expect([...inStock, ...outOfStock]).toEqual(before);
    expect([found.inStockTotal, found.outOfStockTotal]).toEqual([inStock.length, outOfStock.length]);
  });

  it("asks to be let in when it finds many, and only then", async () => {
    const closed = () => Promise.reject(new HttpError(503));
    await expect(search(db, { ...all, ...whole }, closed)).rejects.toMatchObject({ statusCode: 503 });
    const { inStockTotal, outOfStockTotal } = await search(db, { ...all, ...whole, searchString: "#7" }, closed);
    expect(inStockTotal + outOfStockTotal).toBe(1);
    expect((await search(db, { ...all, page: 1, pageSize: 100 }, closed)).searchInStockResults).toHaveLength(100);
  });
});
