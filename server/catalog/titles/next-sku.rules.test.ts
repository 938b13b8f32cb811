import { expect, it } from "vitest";
import { schemeOf, skuOf } from "./editing.rules.ts";

it("the most common numbering scheme of SKUs wins, and in a tie the newer one", () => {
  expect(schemeOf(["KIT", "B00012", "V7", "b00011"])).toMatchObject({ prefix: "B", digits: 5, newest: 12 });
  expect(schemeOf(["V7", "B00012"])).toMatchObject({ prefix: "V", digits: 1, newest: 7 });
  expect(schemeOf(["2-15", "2-14"])).toMatchObject({ prefix: "2-", digits: 2, newest: 15 });
  expect(schemeOf(["1204"])).toMatchObject({ prefix: "", digits: 4, newest: 1204 });
});

it("SKUs without numbers have no numbering scheme", () => {
  expect(schemeOf(["KIT", "HEALTH"])).toBeUndefined();
  expect(schemeOf([])).toBeUndefined();
});

it("a SKU is padded with zeros, and numbers that make it too long are skipped", () => {
  const scheme = { prefix: "B", digits: 4, newest: 1 };
  expect(skuOf(scheme, [13, 2])).toBe("B0013");
  expect(skuOf(scheme, [10_000])).toBe("B10000");
  expect(skuOf(scheme, [100_000, 7])).toBe("B0007");
  expect(skuOf(scheme, [100_000, null])).toBe("");
});
