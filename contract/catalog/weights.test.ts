import { expect, it } from "vitest";
import { isWeight, weightText } from "./weights.ts";

it.each([
  ["2.5", "2.5"],
  ["2.50", "2.5"],
  ["2 lb", "2"],
  ["02.05 lbs.", "2.05"],
  [".75", "0.75"],
  ["12 oz", "0.75"],
  ["1 ounce", "0.07"],
  ["", ""],
])("a weight of %j is stored as %j pounds", (typed, stored) => {
  expect(weightText(typed)).toBe(stored);
  expect(weightText(stored)).toBe(stored);
  expect(isWeight(stored)).toBe(true);
});

it.each(["0", "heavy", "1.234", "1000", "-1", "1,5", "2 kg", "99999 oz", "."])("a weight of %j is refused", (typed) => {
  expect(isWeight(weightText(typed))).toBe(false);
});
