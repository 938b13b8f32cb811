import { describe, expect, it } from "vitest";
import { statuses } from "#contract/catalog/codes.ts";
import { daysOverdue } from "./status.ts";

describe("a shipped order", () => {
  const order = { statusId: statuses.shipped, returnDate: "2026-03-04", sentBackOn: null };

  it("is not overdue on its due date", () => {
    expect(daysOverdue(order, "2026-03-04")).toBe(0);
  });

  it("is overdue by whole days from the next day on, even across clock changes", () => {
    expect(daysOverdue(order, "2026-03-05")).toBe(1);
    expect(daysOverdue(order, "2026-03-11")).toBe(7);
  });

  it("is not overdue for two weeks after it was mailed back", () => {
    const sentBack = { ...order, sentBackOn: "2026-03-10" };
    expect([daysOverdue(sentBack, "2026-03-10"), daysOverdue(sentBack, "2026-03-24")]).toEqual([0, 0]);
    expect(daysOverdue(sentBack, "2026-03-25")).toBe(21);
  });

  it("is not overdue without a due date", () => {
    expect(daysOverdue({ ...order, returnDate: null }, "2026-05-01")).toBe(0);
  });
});

describe("an order that isn't shipped", () => {
  it.each([statuses.new, statuses.processing, statuses.returned])("is never overdue in status %i", (statusId) => {
    expect(daysOverdue({ statusId, returnDate: "2026-03-04", sentBackOn: null }, "2026-05-01")).toBe(0);
  });
});
