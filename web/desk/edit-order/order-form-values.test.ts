import { statuses } from "#contract/catalog/codes.ts";
import { describe, expect, it } from "vitest";
import type { StaffOrder } from "#contract/orders/orders.ts";
import { bodyOf, missingCopies, surprisesOf, valuesOf, wrongDates } from "./order-form-values.ts";
import { anOrder } from "./order.test-data.ts";

const form = (order: StaffOrder, changed = {}) => ({ ...valuesOf(order), ...changed });

describe("the form of an order", () => {
  const half = anOrder({ statusId: statuses.processing, lines: [{ quantity: 3, assigned: 1 }] });

  it("asks before shipping unassigned copies", () => {
    expect(surprisesOf(half, form(half, { statusId: "3" }))).toEqual([
      "2 copies on this order aren’t checked out yet.",
    ]);
  });

  it("asks before shipping parts that aren't checked as packed, but not about an order that already shipped", () => {
    const kit = anOrder({ statusId: statuses.processing, lines: [{ quantity: 1, assigned: 1 }] });
    expect(surprisesOf(kit, form(kit, { statusId: "3" }), 1)).toEqual(["1 part isn’t checked as packed."]);
    expect(surprisesOf(kit, form(kit, { statusId: "3" }), 2)).toEqual(["2 parts aren’t checked as packed."]);
    const shipped = anOrder({ statusId: statuses.shipped, lines: [{ quantity: 1, assigned: 1 }] });
    expect(surprisesOf(shipped, form(shipped, { orderNote: "called the school" }), 2)).toEqual([]);
  });

  it("asks nothing when everything is checked out, or the order already shipped", () => {
    const whole = anOrder({ statusId: statuses.processing, lines: [{ quantity: 2, assigned: 2 }] });
    expect(surprisesOf(whole, form(whole, { statusId: "3" }))).toEqual([]);
    const shipped = anOrder({ statusId: statuses.shipped, lines: [{ quantity: 3, assigned: 1 }] });
    expect(surprisesOf(shipped, form(shipped, { orderNote: "called the school" }))).toEqual([]);
  });

  it("asks before a returned order is reopened, and not when it stays returned", () => {
    const returned = anOrder({ statusId: statuses.returned, lines: [{ quantity: 1, assigned: 0 }] });
    expect(surprisesOf(returned, form(returned, { statusId: "2" }))).toHaveLength(1);
    expect(surprisesOf(returned, form(returned))).toEqual([]);
    expect(surprisesOf(returned, form(returned, { statusId: "3" }))).toHaveLength(2);
  });

  it("asks before an order is returned with copies out, or without having shipped", () => {
    const shipped = anOrder({
      statusId: statuses.shipped,
      lines: [
        { quantity: 3, assigned: 2 },
        { quantity: 2, assigned: 2 },
      ],
    });
    expect(surprisesOf(shipped, form(shipped, { statusId: "4" }))).toEqual(["4 copies haven’t been checked in."]);
    const one = anOrder({ statusId: statuses.shipped, lines: [{ quantity: 1, assigned: 1 }] });
    expect(surprisesOf(one, form(one, { statusId: "4" }))).toEqual(["1 copy hasn’t been checked in."]);
    const empty = anOrder({ statusId: statuses.shipped, lines: [{ quantity: 1, assigned: 0 }] });
    expect(surprisesOf(empty, form(empty, { statusId: "4" }))).toEqual([]);
    const fresh = anOrder({ lines: [{ quantity: 1, assigned: 0 }] });
    expect(surprisesOf(fresh, form(fresh, { statusId: "4" }))).toEqual(["This order was never shipped."]);
  });

  it("rejects an impossible year beside its field", () => {
    const wrong = (changed: object) => wrongDates(half, form(half, changed), "2026-03-04");
    expect(wrong({ shipDate: "0009-03-04" })).toEqual([
      { field: "shipDate", message: "Ship date must be from 1900 to 2999." },
    ]);
    expect(wrong({ shipDate: "2026-03-04", returnDate: "20026-03-05" }).map(({ field }) => field)).toEqual([
      "returnDate",
    ]);
  });

  it("rejects a new due date before the ship date, and a new ship date before the order's, but no stored dates", () => {
    const now = "2026-03-04"; // the day of the order
    const wrong = (order: StaffOrder, changed: object) =>
      wrongDates(order, form(order, changed), now).map(({ field, message }) => `${field}: ${message}`);
    const early = "shipDate: Ship Date cannot be before the order’s date (Mar 4, 2026).";
    const reversed = "returnDate: Return Date cannot be before the Ship Date.";
    expect(wrong(half, { shipDate: "2026-03-04", returnDate: "2026-03-03" })).toEqual([reversed]);
    expect(wrong(half, { shipDate: "2026-03-04", returnDate: "2026-03-04" })).toEqual([]);
    expect(wrong(half, { statusId: "3", shipDate: "", returnDate: "2026-03-03" })).toEqual([reversed]);
    expect(wrong(half, { shipDate: "2026-03-03", returnDate: "2026-03-02" })).toEqual([early, reversed]);
    const old = { ...half, shipDate: "2026-03-02", returnDate: "2026-03-01" };
    expect(wrong(old, { orderNote: "called the school" })).toEqual([]);
    expect(wrong(old, { returnDate: "2026-03-02" })).toEqual([]);
  });

  it("sends blank dates as null, and the tracking number trimmed", () => {
    const body = bodyOf(7, 3, form(half, { trackingNumber: " 1Z 9 ", shipDate: "" }));
    expect(body).toMatchObject({ orderId: 7, version: 3, statusId: 2, trackingNumber: "1Z 9", shipDate: null });
  });
});

describe("the number of copies to check out", () => {
  it("counts all lines", () => {
    expect(
      missingCopies(
        anOrder({
          lines: [
            { quantity: 3, assigned: 1 },
            { quantity: 1, assigned: 1 },
            { quantity: 2, assigned: 0 },
          ],
        }),
      ),
    ).toBe(4);
  });
});
