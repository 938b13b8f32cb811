import { describe, expect, it } from "vitest";
import { nextInQueue, type OrderFilters, orderFilters, overdue, troubleWithOrders } from "./order-queries.ts";

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
    const filters: OrderFilters = {
      text: "garcía #48",
      statusId: 3,
      startDate: "2026-02-01",
      endDate: "2026-02-28",
      sort: "due",
      school: "Bayside & Oak",
      shippedFrom: "2026-02-03",
      shippedTo: "2026-02-04",
      dueFrom: "2026-03-01",
      dueTo: "2026-03-31",
      page: 4,
    };
    const href = orderFilters.href(filters);
    expect(orderFilters.read(new URL(href, "http://library").searchParams)).toEqual(filters);
  });

  it("leave a plain address without filters", () => {
    expect(orderFilters.href(orderFilters.none)).toBe("/admin/orderlist");
    expect(orderFilters.href({ statusId: overdue, sort: "due" })).toBe("/admin/orderlist?status=overdue&sort=due");
  });

  it("ignore an invalid address", () => {
    const nothing = orderFilters.none;
    expect(read("status=9&from=yesterday&to=2026-02-30&page=-1&sort=size&dueto=soon")).toEqual(nothing);
    expect(read("status=x&page=1.5")).toEqual(nothing);
    expect(read("page=99999999999")).toEqual(nothing);
  });

  it("name the date that is before its start", () => {
    expect(troubleWithOrders(orderFilters.none)).toBeUndefined();
    expect(troubleWithOrders(read("dueto=2026-03-01&duefrom=2026-03-02"))).toMatchObject({ field: "dueto" });
    expect(troubleWithOrders(read("to=2026-03-01&from=2026-03-02"))).toMatchObject({ field: "to" });
  });
});
