import { expect, it } from "vitest";
import { writeSlip } from "#contract/desk/slip-code.ts";
import { writeLabel } from "#contract/catalog/label-code.ts";
import { readText } from "./read-text.rules.ts";

it("our own codes have only one meaning", () => {
  expect(readText(writeLabel({ inventoryItemId: 7, skuNumber: "B1" }))).toEqual({
    is: "label",
    copyId: 7,
    skuNumber: "B1",
  });
  expect(readText(writeSlip(48))).toEqual({ is: "slip", orderId: 48 });
  expect(readText("Order #48")).toEqual({ is: "words", number: 48 });
});

it("a number can mean an order, a copy, a SKU, or a word", () => {
  expect(readText("48")).toEqual({ is: "words", number: 48, sku: "48", copy: "48", words: "48" });
  expect(readText("#48")).toMatchObject({ number: 48, sku: "48" });
});

it("a SKU can come with or without a copy number", () => {
  expect(readText("B12345")).toMatchObject({ sku: "B12345", tracking: "b12345" });
  for (const text of ["#B12345 copy 2", "B12345 2", "B12345-2"])
    expect(readText(text), text).toMatchObject({ sku: "B12345", copy: text });
});

it("a tracking number loses its spaces, and a name counts as words", () => {
  expect(readText("1Z 999 AA1 0123")).toMatchObject({ tracking: "1z999aa10123" });
  expect(readText("maría  garcía")).toEqual({ is: "words", words: "maría garcía" });
  expect(readText("?!")).toEqual({ is: "words" });
});
