import { describe, expect, it } from "vitest";
import { nextInQueue, orderFilters } from "./order-queries.ts";

const waiting = [{ orderId: 9 }, { orderId: 7 }, { orderId: 4 }];

describe("the next new order", () => {
  it("is the one that came next", () => {
    expect(nextInQueue(4, waiting)).toBe(7);
    expect(nextInQueue(5, waiting)).toBe(7);
  });

  it("is the oldest after the youngest", () => {
    expect(nextInQueue(9, waiting)).toBe(4);
    expect(nextInQueue(12, waiting)).toBe(4);
  });

  it("is never the current order", () => {
    expect(nextInQueue(4, [{ orderId: 4 }])).toBeUndefined();
    expect(nextInQueue(4, [])).toBeUndefined();
  });
});

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
