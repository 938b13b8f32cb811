import { expect, it } from "vitest";
import { groupByTitle, skusOf } from "./choose-copies.tsx";
import { maxLabelOffset } from "#contract/catalog/labels.ts";
import { formatOffset, maxOffsetText, parseOffset } from "./offsets.ts";

const copy = (inventoryItemId: number, inventoryId: number, skuNumber: string) => ({
  inventoryItemId,
  inventoryId,
  skuNumber,
  copyNumber: 1,
  isInactive: false,
  labelPrintedAt: null,
  title: `Title ${inventoryId}`,
  language: "en",
  isTitleShown: true,
});

it("groupByTitle groups copies from anywhere in the list, and skusOf names their SKUs", () => {
  const groups = groupByTitle([
    copy(1, 7, "B1"),
    copy(2, 3, "C1"),
    copy(3, 7, "B1"),
    copy(4, 3, "C2"),
    copy(5, 3, "C3"),
  ]);
  expect(groups.map(({ title, copies }) => [title, copies.map(({ inventoryItemId }) => inventoryItemId)])).toEqual([
    ["Title 7", [1, 3]],
    ["Title 3", [2, 4, 5]],
  ]);
  expect(groups.map(skusOf)).toEqual(["#B1", "#C1 and 2 others"]);
});

it("parseOffset reads inches or millimeters, to a tenth of a millimeter", () => {
  expect(parseOffset("0.05", "in")).toBe(13);
  expect(parseOffset("-.1", "in")).toBe(-25);
  expect(parseOffset("1,5", "mm")).toBe(15);
  expect(parseOffset(" ", "mm")).toBe(0);
  expect(Object.is(parseOffset("-0", "mm"), 0)).toBe(true);
});

it("parseOffset returns undefined for text that isn't a number, and for an offset that is too large", () => {
  for (const text of ["a", "1/16", "1e2", "0x1", "--1"]) expect(parseOffset(text, "in"), text).toBeUndefined();
  expect(parseOffset(String(maxLabelOffset / 10 + 0.1), "mm")).toBeUndefined();
  expect(parseOffset(String(maxLabelOffset / 10), "mm")).toBe(maxLabelOffset);
  expect(parseOffset(maxOffsetText("in").split(" ")[0] ?? "", "in")).toBeDefined();
});

it("a label offset stays the same when its unit changes and changes back", () => {
  for (const tenths of [0, 1, -4, 13, maxLabelOffset])
    for (const unit of ["in", "mm"] as const) expect(parseOffset(formatOffset(tenths, unit), unit)).toBe(tenths);
});
