import { describe, expect, it } from "vitest";
import type { StaffOrder } from "#contract/orders/orders.ts";
import type { SearchResults } from "#contract/catalog/catalog.ts";
import { circulationFixture } from "#server/test/circulation-fixture.ts";
import { plant } from "#server/test/planted-titles.ts";
import { countLoans } from "#server/catalog/copies/stock.queries.ts";

const fixture = await circulationFixture();
const { db, call } = fixture;

// 30 titles about sleep, every third out of stock, with different ages, loans, and titles
const planted = Array.from({ length: 30 }, (_, place) => ({
  title: `Sleep ${String.fromCodePoint(65 + ((place * 7) % 26))} ${place}`,
  description: place % 4 === 0 ? "Sleep, and how much sleep." : "Plain.",
  reference_number: `SO${place}`,
  category_id: (place % 3) + 1,
  active_copies: place % 3,
  created_at: new Date(Date.UTC(2026, 0, 1 + ((place * 11) % 10))),
  times_lent: (place * 13) % 5,
}));
await plant(db, planted);

type Sort = "" | "relevance" | "newest" | "title" | "borrowed";
async function titlesInPages(sort: Sort, more = "", total = 30) {
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

const keys: Record<"newest" | "title" | "borrowed", (title: (typeof planted)[number]) => [number | string, number]> = {
  newest: ({ created_at, reference_number }) => [-created_at.getTime(), -Number(reference_number.slice(2))],
  title: ({ title, reference_number }) => [title.toLowerCase(), Number(reference_number.slice(2))],
  borrowed: ({ times_lent, reference_number }) => [-times_lent, Number(reference_number.slice(2))],
};
function expected(sort: keyof typeof keys, of = planted) {
  const sorted = of.toSorted((first, second) => {
    const [a, b] = [keys[sort](first), keys[sort](second)];
    return a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : a[1] - b[1];
  });
  const titlesOf = (isIn: boolean) =>
    sorted.filter((each) => each.active_copies > 0 === isIn).map(({ title }) => title);
  return { inStock: titlesOf(true), out: titlesOf(false) };
}

describe.each(["newest", "title", "borrowed"] as const)("a search sorted by %s", (sort) => {
  it("is in order across pages, with ties by id", async () => {
    expect(await titlesInPages(sort)).toEqual(expected(sort));
    expect(await titlesInPages(sort, "searchString=sleep")).toEqual(expected(sort));
  });

  it("is in order for a category that the search names", async () => {
    const videos = planted.filter(({ category_id }) => category_id === 2);
    expect(await titlesInPages(sort, "searchString=video", 10)).toEqual(expected(sort, videos));
  });
});

it("a search is sorted by relevance by default, or by title without a text", async () => {
  expect(await titlesInPages("")).toEqual(expected("title"));
  expect(await titlesInPages("relevance")).toEqual(expected("title"));
  expect(await titlesInPages("relevance", "searchString=sleep")).toEqual(await titlesInPages("", "searchString=sleep"));
});

it("the loans of a title include each copy on an order, but none that was removed from it", async () => {
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
