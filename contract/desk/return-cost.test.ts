import { expect, it } from "vitest";
import { returnCostInWords } from "./package.ts";

const costs = [
  { upTo: "5", cost: "7.50" },
  { upTo: "1", cost: "4.50" },
  { upTo: "2", cost: "5.25" },
];
const line = (weight: string, quantity = 1) => ({ quantity, inventory: { weight } });

it.each([
  [[line("0.4"), line("0.1", 5)], "about $4.50"],
  [[line("0.33", 3), line("0.01")], "about $4.50"], // exactly a pound
  [[line("0.07", 14), line("0.02")], "about $4.50"], // a pound, too: 100.00000000000001 in floating point
  [[line("0.33"), line("0.56"), line("0.11")], "about $4.50"], // 1.0000000000000002 in pounds
  [[line("0.34", 3)], "about $5.25"],
  [[line("2.01")], "about $7.50"],
  [[line("5", 2)], "about $15.00"],
  [[line("5"), line("0.5")], "about $12.00"], // two packages
  [[line("0.4"), line("")], "roughly $4-12"],
  [[], "roughly $4-12"],
])("returning %j costs %s", (lines, words) => {
  expect(returnCostInWords(lines, costs)).toBe(words);
});

it("the return cost is a range when the library has no table of costs", () => {
  expect(returnCostInWords([line("1")], [])).toBe("roughly $4-12");
});
