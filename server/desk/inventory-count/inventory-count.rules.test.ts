import { describe, expect, it } from "vitest";
import { writeLabel } from "#contract/catalog/label-code.ts";
import { eachOnce, outcomeOf, copyNamedIn, isShelvedAt, withinInventoryCount } from "./inventory-count.rules.ts";

it("a scan names a label's copy, or a typed SKU with its copy number", () => {
  expect(copyNamedIn(writeLabel({ inventoryItemId: 7, skuNumber: "B1" }))).toEqual({ copyId: 7, label: null });
  expect(copyNamedIn("#B1 copy 2")).toEqual({ copyId: null, label: "#B1 copy 2" });
  expect(copyNamedIn("4711")).toEqual({ copyId: 4711, label: "4711" });
  expect(copyNamedIn("https://example.org")).toEqual({ copyId: null, label: null });
});

it("shelf location A includes A1 and A 2, and A1 doesn't include A12", () => {
  for (const place of ["A1", "a 2", "A", "A-3"]) expect(isShelvedAt(place, "A"), place).toBe(true);
  for (const place of ["A12", "B1", "", "A"]) expect(isShelvedAt(place, "A1"), place).toBe(false);
  expect(isShelvedAt("Annex", "A")).toBe(false);
  expect(isShelvedAt("B1", "")).toBe(true);
});

describe("a scan", () => {
  const copy = {
    known: "shelf",
    is_inactive: false,
    is_archived: false,
    is_held: false,
    status_id: null,
    shelf_location: "A1",
  };

  it.each([
    ["found", {}, "A"],
    ["found", {}, ""],
    ["found", { known: "out" }, "A"], // returned since the start
    ["found", { shelf_location: "" }, "A"],
    ["misplaced", {}, "B"],
    ["misplaced", { known: null }, "B"],
    ["unexpected", { known: null }, "A"],
    ["unexpected", { known: "unlisted" }, "A"],
    ["unexpected", { is_inactive: true }, "A"],
    ["unexpected", { is_archived: true }, "A"],
    ["unexpected", { status_id: 2 }, "A"], // packed
    ["out", { status_id: 3 }, "A"],
    ["held", { is_held: true }, "A"],
    ["held", { is_held: true, known: "held" }, "B"], // belongs on the hold shelf, wherever it was scanned
  ] as const)("is %s: %o at %s", (outcome, state, place) => {
    expect(outcomeOf({ ...copy, ...state }, place)).toBe(outcome);
  });

  it("never has a date before the start or in the future, whatever a phone's clock says", () => {
    const [start, now] = [new Date("2026-03-02T08:00:00Z"), new Date("2026-03-02T12:00:00Z")];
    expect(withinInventoryCount("1999-01-01T00:00:00Z", start, now)).toEqual(start);
    expect(withinInventoryCount("2026-03-02T09:00:00Z", start, now).toISOString()).toBe("2026-03-02T09:00:00.000Z");
    expect(withinInventoryCount("2099-01-01T00:00:00Z", start, now)).toEqual(now);
  });

  it("counts once, and stays undone after one undo", () => {
    const [first, second] = ["a", "b"].map((scanId) => ({ scanId, isUndone: false }));
    const scans = [first, second, { scanId: "a", isUndone: true }, first].flatMap((scan) => scan ?? []);
    expect(eachOnce(scans)).toEqual([{ scanId: "a", isUndone: true }, second]);
  });
});
