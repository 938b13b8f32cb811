import { describe, expect, it } from "vitest";
import type { StaffOrder } from "#contract/orders/orders.ts";
import type { SearchResults } from "#contract/catalog/catalog.ts";
import { circulationFixture } from "#server/test/circulation-fixture.ts";
import { countLoans } from "#server/catalog/copies/stock.queries.ts";

const fixture = await circulationFixture();
const { db, call } = fixture;

// 30 titles about sleep, of which each third is out of stock; their age, loans and title order differ
const planted = Array.from({ length: 30 }, (_, place) => ({
  title: `Sleep ${String.fromCodePoint(65 + ((place * 7) % 26))} ${place}`,
  description: place % 4 === 0 ? "Sleep, and how much sleep." : "Plain.",
  tags: "",
  reference_number: `SO${place}`,
  category_id: (place % 3) + 1,
  subject_id: 1,
  grade_mask: 63,
  active_copies: place % 3,
  created_at: new Date(Date.UTC(2026, 0, 1 + ((place * 11) % 10))),
  times_lent: (place * 13) % 5,
}));
await db.insertInto("items").values(planted).execute();

type Sort = "" | "relevance" | "newest" | "title" | "borrowed";
async function found(sort: Sort, more = "", total = 30) {
  const inStock: string[] = [];
  const out: string[] = [];
  for (let page = 1; page <= 5; page += 1) {
    const query = `GET Inventory/GetInventoryBySearchParams?sort=${sort}&page=${page}&pageSize=7&${more}` as const;
    const { data } = await call<SearchResults>(null, query);
    inStock.push(...data.searchInStockResults.map(({ title }) => title));
    out.push(...data.searchOutOfStockResults.map(({ title }) => title));
    expect(data.inStockTotal + data.outOfStockTotal).toBe(total);
  }
  return { inStock, out };
}

const keys: Record<"newest" | "title" | "borrowed", (one: (typeof planted)[number]) => [number | string, number]> = {
  newest: ({ created_at, reference_number }) => [-created_at.getTime(), -Number(reference_number.slice(2))],
  title: ({ title, reference_number }) => [title.toLowerCase(), Number(reference_number.slice(2))],
  borrowed: ({ times_lent, reference_number }) => [-times_lent, Number(reference_number.slice(2))],
};
function expected(sort: keyof typeof keys, of = planted) {
  const sorted = of.toSorted((one, other) => {
    const [a, b] = [keys[sort](one), keys[sort](other)];
    return a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : a[1] - b[1];
  });
  const titlesOf = (isIn: boolean) =>
    sorted.filter((each) => each.active_copies > 0 === isIn).map(({ title }) => title);
  return { inStock: titlesOf(true), out: titlesOf(false) };
}

describe.each(["newest", "title", "borrowed"] as const)("sorted by %s", (sort) => {
  it("every page follows the one before, whatever is searched for, ties by id", async () => {
    expect(await found(sort)).toEqual(expected(sort));
    expect(await found(sort, "searchString=sleep")).toEqual(expected(sort));
  });

  it("so are titles of a category that the search names", async () => {
    const videos = planted.filter(({ category_id }) => category_id === 2);
    expect(await found(sort, "searchString=video", 10)).toEqual(expected(sort, videos));
  });

  it("the whole list is in the same order as its pages", async () => {
    const query = `GET Inventory/GetInventoryBySearchParams?sort=${sort}&searchString=sleep` as const;
    const { data } = await call<SearchResults>(null, query);
    expect(data.searchInStockResults.map(({ title }) => title)).toEqual(expected(sort).inStock);
  });
});

it("is by relevance, or by title without text, unless asked otherwise", async () => {
  expect(await found("")).toEqual(expected("title"));
  expect(await found("relevance")).toEqual(expected("title"));
  expect(await found("relevance", "searchString=sleep")).toEqual(await found("", "searchString=sleep"));
});

it("counts each copy that was sent, and none that was put back", async () => {
  const ann = await fixture.newBorrower("ann");
  const clerk = await fixture.newAdmin("clerk");
  const title = await fixture.newTitle("Lent often", 3);
  const times = async () =>
    (await db.selectFrom("items").select("times_lent").where("item_id", "=", title.itemId).executeTakeFirstOrThrow())
      .times_lent;
  const orderId = await fixture.order(ann, [[title, 2]]);
  await countLoans(db);
  expect(await times()).toBe(0);
  const { data } = await call<StaffOrder>(clerk, `GET Order/Get/${orderId}`);
  const line = data.orderItems[0]?.orderItemId;
  await call(clerk, `POST Order/AssignMultipleSKUSToOrderItem/${line}/inventoryId/${title.itemId}/quantity/2`);
  await countLoans(db);
  expect(await times()).toBe(2);
  await call(clerk, `POST Order/RemoveAllSKUsFromOrderItem/${line}`);
  await countLoans(db);
  expect(await times()).toBe(0);
});
