import { expect, it } from "vitest";
import { labelOffsetMost } from "#contract/catalog/labels.ts";
import { farthest, readOffset, shownOffset } from "./offsets.ts";

it("a shift is read in inches or millimeters, to a tenth of a millimeter", () => {
  expect(readOffset("0.05", "in")).toBe(13);
  expect(readOffset("-.1", "in")).toBe(-25);
  expect(readOffset("1,5", "mm")).toBe(15);
  expect(readOffset(" ", "mm")).toBe(0);
  expect(Object.is(readOffset("-0", "mm"), 0)).toBe(true);
});

it("a shift that is no number, or too far, is none", () => {
  for (const text of ["a", "1/16", "1e2", "0x1", "--1"]) expect(readOffset(text, "in"), text).toBeUndefined();
  expect(readOffset(String(labelOffsetMost / 10 + 0.1), "mm")).toBeUndefined();
  expect(readOffset(String(labelOffsetMost / 10), "mm")).toBe(labelOffsetMost);
  expect(readOffset(farthest("in").split(" ")[0] ?? "", "in")).toBeDefined();
});

it("a shift changes its unit and comes back as it was", () => {
  for (const tenths of [0, 1, -4, 13, labelOffsetMost])
    for (const unit of ["in", "mm"] as const) expect(readOffset(shownOffset(tenths, unit), unit)).toBe(tenths);
});
