import { statuses } from "#contract/catalog/codes.ts";
import { describe, expect, it } from "vitest";
import type { StaffOrder } from "#contract/orders/orders.ts";
import { bodyOf, missingCopies, warningsOf, valuesOf, dateProblems } from "./order-form-values.ts";
import { anOrder } from "#web/test/an-order.ts";

const form = (order: StaffOrder, changes = {}) => ({ ...valuesOf(order), ...changes });

describe("the order form", () => {
  const partlyCheckedOut = anOrder({ statusId: statuses.processing, lines: [{ quantity: 3, assigned: 1 }] });

  const order = (status: keyof typeof statuses, ...lines: [quantity: number, assigned: number][]) =>
    anOrder({ statusId: statuses[status], lines: lines.map(([quantity, assigned]) => ({ quantity, assigned })) });
  const reopenWarning = "This order is Returned. If you reopen it, check out its copies again.";

  it.each<[string, StaffOrder, statusId: string, partsLeft: number, sentences: string[]]>([
    ["copies to check out", partlyCheckedOut, "3", 0, ["2 copies on this order aren’t checked out yet."]],
    ["a part to pack", order("processing", [1, 1]), "3", 1, ["1 part isn’t checked as packed."]],
    ["parts to pack", order("processing", [1, 1]), "3", 2, ["2 parts aren’t checked as packed."]],
    ["nothing if everything is checked out", order("processing", [2, 2]), "3", 0, []],
    ["nothing if the order already shipped", order("shipped", [3, 1]), "3", 2, []],
    ["nothing if a shipped order is returned", order("shipped", [1, 0]), "4", 0, []],
    ["returning an order that never shipped", order("new", [1, 0]), "4", 0, ["This order was never shipped."]],
    ["reopening a returned order", order("returned", [1, 0]), "2", 0, [reopenWarning]],
    ["nothing if a returned order stays returned", order("returned", [1, 0]), "4", 0, []],
    [
      "shipping a returned order again",
      order("returned", [1, 0]),
      "3",
      0,
      ["1 copy on this order isn’t checked out yet.", reopenWarning],
    ],
  ])("warns about %s", (_about, stored, statusId, partsLeft, sentences) => {
    expect(warningsOf(stored, form(stored, { statusId }), partsLeft)).toEqual(sentences);
  });

  it("warns about a new ship date before the day of the order, not about a stored one", () => {
    const early = "The ship date is before the order date.";
    const warnings = (order: StaffOrder, changes: object) => warningsOf(order, form(order, changes));
    expect(warnings(partlyCheckedOut, { shipDate: "2026-03-03" })).toEqual([early]);
    expect(warnings(partlyCheckedOut, { shipDate: "2026-03-04" })).toEqual([]);
    expect(warnings({ ...partlyCheckedOut, shipDate: "2026-03-02" }, { orderNote: "Called." })).toEqual([]);
  });

  it("warns about a tracking number on a packed order that isn't set to Shipped", () => {
    const packed = order("processing", [2, 2]);
    const warnings = (stored: StaffOrder, changes: object) => warningsOf(stored, form(stored, changes));
    expect(warnings(packed, { trackingNumber: "1Z999AA10123456784" })).toEqual([
      "This order has a tracking number but isn’t marked Shipped, so we won’t tell the borrower.",
    ]);
    expect(warnings(packed, { trackingNumber: "1Z999AA10123456784", statusId: "3" })).toEqual([]);
    expect(warnings(partlyCheckedOut, { trackingNumber: "1Z999AA10123456784" })).toEqual([]);
  });

  it("shows an impossible year as an error of its field", () => {
    const problems = (changes: object) => dateProblems(partlyCheckedOut, form(partlyCheckedOut, changes), "2026-03-04");
    expect(problems({ shipDate: "0009-03-04" })).toEqual([
      { field: "shipDate", message: "Ship date must be from 1900 to 2999." },
    ]);
    expect(problems({ shipDate: "2026-03-04", returnDate: "20026-03-05" }).map(({ field }) => field)).toEqual([
      "returnDate",
    ]);
  });

  it("rejects a new due date before the ship date, and ignores stored dates", () => {
    const now = "2026-03-04"; // the day of the order
    const problems = (order: StaffOrder, changes: object) =>
      dateProblems(order, form(order, changes), now).map(({ field, message }) => `${field}: ${message}`);
    const reversed = "returnDate: Return Date cannot be before the Ship Date.";
    expect(problems(partlyCheckedOut, { shipDate: "2026-03-04", returnDate: "2026-03-03" })).toEqual([reversed]);
    expect(problems(partlyCheckedOut, { shipDate: "2026-03-04", returnDate: "2026-03-04" })).toEqual([]);
    expect(problems(partlyCheckedOut, { statusId: "3", shipDate: "", returnDate: "2026-03-03" })).toEqual([reversed]);
    const old = { ...partlyCheckedOut, shipDate: "2026-03-02", returnDate: "2026-03-01" };
    expect(problems(old, { orderNote: "called the school" })).toEqual([]);
    expect(problems(old, { returnDate: "2026-03-02" })).toEqual([]);
  });

  it("sends blank dates as null and trims the tracking number", () => {
    const body = bodyOf(7, 3, form(partlyCheckedOut, { trackingNumber: " 1Z 9 ", shipDate: "" }));
    expect(body).toMatchObject({ orderId: 7, version: 3, statusId: 2, trackingNumber: "1Z 9", shipDate: null });
  });

  it("counts the copies still to check out on all lines", () => {
    expect(missingCopies(order("new", [3, 1], [1, 1], [2, 0]))).toBe(4);
  });
});
