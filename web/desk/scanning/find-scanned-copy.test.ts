import { expect, it } from "vitest";
import { findByCode } from "./find-scanned-copy.ts";

it("refuses codes that nothing here can have, without a request", async () => {
  for (const text of ["", "?!", "https://example.org/a", "{", "[]", '{"inventoryItemId":7}', '{"skuNumber":"B1"}']) {
    expect(await findByCode(text), text).toEqual({ problem: "Invalid QR Code. " });
  }
});
