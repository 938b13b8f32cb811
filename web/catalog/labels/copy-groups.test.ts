import { expect, it } from "vitest";
import { groupByTitle, skusOf } from "./choose-copies.tsx";

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

it("copies are grouped by title, wherever they are in the list, with their SKUs", () => {
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
