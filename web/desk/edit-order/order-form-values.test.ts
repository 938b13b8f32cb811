import { statuses } from "#contract/catalog/codes.ts";
import { describe, expect, it } from "vitest";
import type { StaffOrder } from "#contract/orders/orders.ts";
import { anOrder } from "./an-order.test-data.ts";
import { bodyOf, missingCopies, surprisesOf, valuesOf, wrongDays } from "./order-form-values.ts";

const form = (order: StaffOrder, changed = {}) => ({ ...valuesOf(order), ...changed });

describe("saving an order", () => {
  const half = anOrder({ statusId: statuses.processing, lines: [{ quantity: 3, assigned: 1 }] });

  it("asks before shipping unassigned copies", () => {
    expect(surprisesOf(half, form(half, { statusId: "3" }))).toEqual([
      "2 copies on this order aren’t checked out yet.",
    ]);
  });

  it("asks before shipping parts that nobody ticked, and not of what was shipped before", () => {
    const kit = anOrder({ statusId: statuses.processing, lines: [{ quantity: 1, assigned: 1 }] });
    expect(surprisesOf(kit, form(kit, { statusId: "3" }), 1)).toEqual(["1 part isn’t ticked as packed."]);
    expect(surprisesOf(kit, form(kit, { statusId: "3" }), 2)).toEqual(["2 parts aren’t ticked as packed."]);
    const shipped = anOrder({ statusId: statuses.shipped, lines: [{ quantity: 1, assigned: 1 }] });
    expect(surprisesOf(shipped, form(shipped, { orderNote: "called the school" }), 2)).toEqual([]);
  });

  it("asks nothing when everything is checked out, or it was shipped before", () => {
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

  it("asks before it is returned while copies are out, or without having been shipped", () => {
    const shipped = anOrder({
      statusId: statuses.shipped,
      lines: [
        { quantity: 3, assigned: 2 },
        { quantity: 2, assigned: 2 },
      ],
    });
    expect(surprisesOf(shipped, form(shipped, { statusId: "4" }))).toEqual([
      "4 copies are still out: are they all here?",
    ]);
    const one = anOrder({ statusId: statuses.shipped, lines: [{ quantity: 1, assigned: 1 }] });
    expect(surprisesOf(one, form(one, { statusId: "4" }))).toEqual(["1 copy is still out: is it here?"]);
    const empty = anOrder({ statusId: statuses.shipped, lines: [{ quantity: 1, assigned: 0 }] });
    expect(surprisesOf(empty, form(empty, { statusId: "4" }))).toEqual([]);
    const fresh = anOrder({ lines: [{ quantity: 1, assigned: 0 }] });
    expect(surprisesOf(fresh, form(fresh, { statusId: "4" }))).toEqual(["This order was never shipped."]);
  });

  it("refuses a year that is a slip, beside its field", () => {
    const wrong = (changed: object) => wrongDays(half, form(half, changed), "2026-03-04");
    expect(wrong({ shipDate: "0009-03-04" })).toEqual([
      { field: "shipDate", message: "Ship date must be from 1900 to 2999." },
    ]);
    expect(wrong({ shipDate: "2026-03-04", returnDate: "20026-03-05" }).map(({ field }) => field)).toEqual([
      "returnDate",
    ]);
  });

  it("refuses a new day that is due before it leaves, or leaves before it was ordered, and no day of before", () => {
    const now = "2026-03-04"; // the day of the order
    const wrong = (order: StaffOrder, changed: object) =>
      wrongDays(order, form(order, changed), now).map(({ field, message }) => `${field}: ${message}`);
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

  it("sends empty days as null, and the tracking number trimmed", () => {
    const body = bodyOf(7, 3, form(half, { trackingNumber: " 1Z 9 ", shipDate: "" }));
    expect(body).toMatchObject({ orderId: 7, version: 3, statusId: 2, trackingNumber: "1Z 9", shipDate: null });
  });
});

describe("copies still to check out", () => {
  it("are counted over all lines", () => {
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
