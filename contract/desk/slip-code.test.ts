import { expect, it } from "vitest";
import { readLabel, writeLabel } from "#contract/catalog/label-code.ts";
import { readSlip, writeSlip } from "./slip-code.ts";

it("a slip code is read as its order, and labels and other codes are not", () => {
  expect(readSlip(writeSlip(48))).toBe(48);
  expect(readSlip(writeLabel({ inventoryItemId: 7, skuNumber: "B1" }))).toBeUndefined();
  expect(readLabel(writeSlip(48))).toBeUndefined();
  for (const text of ["48", "", '{"orderId":0}', '{"orderId":"48"}', '{"orderId":9999999999}', "https://example.org"])
    expect(readSlip(text), text).toBeUndefined();
});
