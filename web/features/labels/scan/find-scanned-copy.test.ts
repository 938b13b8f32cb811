import { expect, it } from "vitest";
import { findByCode, readNumber } from "./find-scanned-copy.ts";

it("parses a SKU with its copy number in any notation", () => {
  for (const text of ["B12345 2", "#B12345 copy 2", "B12345-2", "B12345, no. 2", "B12345 #2"]) {
    expect(readNumber(text), text).toEqual({ sku: "B12345", copyNumber: 2 });
  }
  expect(readNumber("B12345")).toEqual({ sku: "B12345", copyNumber: undefined });
});

it("parses nothing else as a SKU", () => {
  for (const text of ["", "a sentence", "B123456789", "https://example.org"]) {
    expect(readNumber(text), text).toBeUndefined();
  }
});

it("refuses codes that are not a label, without a request", async () => {
  for (const text of ["", "https://example.org", "{", "[]", "7", '{"inventoryItemId":7}', '{"skuNumber":"B1"}']) {
    expect(await findByCode(text), text).toEqual({ problem: "Invalid QR Code. " });
  }
});
