import { describe, expect, it } from "vitest";
import { orderList, overdue } from "./desk-queries.ts";
import { nextOnWaitlist } from "./order-queries.ts";

const waiting = [{ orderId: 9 }, { orderId: 7 }, { orderId: 4 }];

describe("the next new order", () => {
  it("is the one that came next", () => {
    expect(nextOnWaitlist(4, waiting)).toBe(7);
    expect(nextOnWaitlist(5, waiting)).toBe(7);
  });

  it("is the oldest after the youngest", () => {
    expect(nextOnWaitlist(9, waiting)).toBe(4);
    expect(nextOnWaitlist(12, waiting)).toBe(4);
  });

  it("is never the current order", () => {
    expect(nextOnWaitlist(4, [{ orderId: 4 }])).toBeUndefined();
    expect(nextOnWaitlist(4, [])).toBeUndefined();
  });
});

describe("the filters of the order list", () => {
  it("leave a plain address without filters", () => {
    expect(orderList.href(orderList.none)).toBe("/admin/orderlist");
    expect(orderList.href({ statusId: overdue, sort: "due" })).toBe("/admin/orderlist?status=overdue&sort=due");
  });

  it("ignore an invalid address", () => {
    const search = "status=9&from=yesterday&to=2026-02-30&page=-1&sort=size&dueto=soon";
    expect(orderList.read(new URLSearchParams(search))).toEqual(orderList.none);
  });

  it("name the date that is before its start", () => {
    const filters = orderList.read(new URLSearchParams("dueto=2026-03-01&duefrom=2026-03-02"));
    expect(orderList.trouble(filters)).toMatchObject({ name: "dueto" });
  });
});
