import { describe, expect, it } from "vitest";
import { demonstrationOrders } from "../demonstration-orders.ts";
import { recentAdditions } from "../seed-items.ts";
import { readDemonstrationCatalog } from "../seed-demonstration-library.ts";
import { demonstrationItems } from "./demonstration-items.ts";
import { titleKey } from "./titles.ts";

const rows = readDemonstrationCatalog();
const items = demonstrationItems(rows);

describe("the demonstration titles", () => {
  it("include every row, with a unique number of a category letter and five digits", () => {
    expect(items).toHaveLength(668);
    expect(new Set(items.map((item) => item.referenceNumber)).size).toBe(668);
    const letters = ["", "B", "V", "A"];
    expect(
      items.filter(
        (item) =>
          !/^[BVA][1-9]\d{4}$/u.test(item.referenceNumber) || item.referenceNumber[0] !== letters[item.categoryId],
      ),
    ).toEqual([]);
  });

  it("are never empty, too long, or easy to confuse with each other", () => {
    expect(items.filter(({ title }) => title.length === 0 || title.length > 150)).toEqual([]);
    expect(new Set(items.map(({ title }) => titleKey(title))).size).toBe(items.length);
  });

  it("all have a description, which starts with the full title if that was shortened", () => {
    expect(items.filter(({ description }) => description.length < 15)).toEqual([]);
    const shortened = items.filter(({ title }) => title.endsWith("…"));
    expect(shortened.length).toBeGreaterThan(5);
    expect(shortened.filter(({ title, description }) => !description.startsWith(title.slice(0, -1)))).toEqual([]);
  });

  it("include those of the orders and the recent additions, which were never lent", () => {
    const ids = new Set(items.map(({ sourceId }) => sourceId));
    const orderIds = demonstrationOrders.flatMap((order) => order.lines.map((line) => line.sourceId));
    expect([...orderIds, ...recentAdditions].filter((id) => !ids.has(id))).toEqual([]);
    expect(orderIds.filter((id) => recentAdditions.includes(id))).toEqual([]);
    const shelf = new Map(items.map((item) => [item.sourceId, item]));
    expect(recentAdditions.filter((id) => shelf.get(id)?.copies === 0)).toEqual([]);
  });
});
