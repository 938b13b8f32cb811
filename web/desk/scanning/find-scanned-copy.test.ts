import { expect, it } from "vitest";
import { findByCode } from "./find-scanned-copy.ts";

it("the scanner rejects foreign codes without a request", async () => {
  for (const text of ["", "?!", "https://example.org/a", "{", "[]", '{"inventoryItemId":7}', '{"skuNumber":"B1"}']) {
    expect(await findByCode(text), text).toEqual({ problem: "Invalid QR Code. " });
  }
});
