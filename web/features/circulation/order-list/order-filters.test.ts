import { describe, expect, it } from "vitest";
import { orderFilters } from "./order-filters.ts";

const read = (search: string) => orderFilters.read(new URLSearchParams(search));

describe("the filters of the order list", () => {
  it("survive a round trip through the address", () => {
    const filters = { statusId: 3, startDate: "2026-02-01", endDate: "2026-02-28", page: 4 };
    const href = orderFilters.href(filters);
    expect(orderFilters.read(new URL(href, "http://library").searchParams)).toEqual(filters);
  });

  it("leave a plain address without filters", () => {
    expect(orderFilters.href({ statusId: 0, startDate: "", endDate: "", page: 1 })).toBe("/admin/orderlist");
  });

  it("ignore an invalid address", () => {
    const nothing = { statusId: 0, startDate: "", endDate: "", page: 1 };
    expect(read("status=9&from=yesterday&to=2026-02-30&page=-1")).toEqual(nothing);
    expect(read("status=x&page=1.5")).toEqual(nothing);
    expect(read("page=99999999999")).toEqual(nothing);
  });
});
