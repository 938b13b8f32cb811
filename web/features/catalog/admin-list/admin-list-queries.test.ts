import { describe, expect, it } from "vitest";
import { adminFilters } from "./admin-list-queries.ts";

const read = (search: string) => adminFilters.read(new URLSearchParams(search));
const nothing = { text: "", category: 0, subject: 0, grade: 0, shown: "" as const, inStockPage: 1, outOfStockPage: 1 };

describe("the filters of the admin's inventory list", () => {
  it("survive a round trip through the address, with both pages", () => {
    const filters = {
      text: "50% & more #1 健康",
      category: 2,
      subject: 5,
      grade: 4,
      shown: "archived" as const,
      inStockPage: 3,
      outOfStockPage: 7,
    };
    expect(adminFilters.read(new URL(adminFilters.href(filters), "http://library").searchParams)).toEqual(filters);
  });

  it("leave a plain address without filters", () => {
    expect(adminFilters.href(nothing)).toBe("/admin/inventorylist");
    expect(adminFilters.href({ ...nothing, text: "  " })).toBe("/admin/inventorylist");
  });

  it("ignore an invalid address", () => {
    expect(read("category=x&subject=-1&grade=1e3&page=0&outpage=1.5")).toEqual(nothing);
    expect(read("q=%00%01")).toEqual(nothing);
    expect(read(`q=${"a".repeat(300)}`).text).toHaveLength(200);
  });

  it("know whether they filter; a page does not", () => {
    expect(adminFilters.isNarrowed({ ...nothing, inStockPage: 4 })).toBe(false);
    expect(adminFilters.isNarrowed({ ...nothing, grade: 2 })).toBe(true);
  });
});
