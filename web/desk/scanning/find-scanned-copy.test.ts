import { expect, it } from "vitest";
import { findAtDesk, findByCode, findByTyping } from "./find-scanned-copy.ts";

it("the scanner reports a wrong keyboard layout without a request", async () => {
  // a Russian and a Dvorak keyboard
  for (const text of ["ХЭштмутещкнШеуьШвЭЖ12бЭылгТгьиукЭЖЭИ1ЭЪ", "?_cbk.byrpfCy.mCe_S12w_otgBgmx.p_S_X1_+"]) {
    const problem = expect.stringMatching(/^The scanner is set to a different keyboard layout\. /);
    for (const find of [findByCode, findByTyping, findAtDesk]) expect(await find(text), text).toEqual({ problem });
  }
});

it("the scanner rejects foreign codes without a request", async () => {
  for (const text of ["", "?!", "https://example.org/a", "{", "[]", '{"inventoryItemId":7}', '{"skuNumber":"B1"}']) {
    expect(await findByCode(text), text).toEqual({ problem: "Invalid QR Code. " });
  }
});
