import { expect, it } from "vitest";
import { findByCode, readNumber } from "./find-scanned-copy.ts";

it("reads a SKU with its copy number however it is written", () => {
  for (const text of ["B12345 2", "#B12345 copy 2", "B12345-2", "B12345, no. 2", "B12345 #2"]) {
    expect(readNumber(text), text).toEqual({ sku: "B12345", copyNumber: 2 });
  }
  expect(readNumber("B12345")).toEqual({ sku: "B12345", copyNumber: undefined });
});

it("takes nothing else for a SKU", () => {
  for (const text of ["", "a sentence", "B123456789", "https://example.org"]) {
    expect(readNumber(text), text).toBeUndefined();
  }
});

it("refuses codes that are not a label, before it asks anybody", async () => {
  for (const text of ["", "https://example.org", "{", "[]", "7", '{"inventoryItemId":7}', '{"skuNumber":"B1"}']) {
    expect(await findByCode(text), text).toEqual({ problem: "Invalid QR Code. " });
  }
});
