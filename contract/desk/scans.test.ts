import { describe, expect, it } from "vitest";
import { writeLabel } from "../catalog/label-code.ts";
import { isFromOtherKeyboard, readScan, trackingNumberOf } from "./scans.ts";
import { writeSlip } from "./slip-code.ts";

const label = writeLabel({ inventoryItemId: 1270, skuNumber: "YZ1234" });
const slip = writeSlip(4859);
const express = "1071804952390002087800925989385163";

const withCapsLock = (text: string) =>
  text.replace(/[a-z]/gi, (letter) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase()));

describe("a scan of our codes and of a carrier's label", () => {
  it.each([
    ["an AIM identifier", (text: string) => `]Q1${text}`],
    ["a maker's code identifier", (text: string) => `P-${text}`],
    ["STX and ETX", (text: string) => `\u0002${text}\u0003`],
    ["a NUL, a tab, and line ends", (text: string) => `\0${text}\t\r\n`],
    ["FNC1", (text: string) => `]C1\u001D${text}`],
    ["spaces", (text: string) => `  ${text}  `],
    ["ten characters before and after it", (text: string) => `<<<DESK>>>${text}>>>DESK<<<`],
    ["the asterisks of Code 39", (text: string) => `*${text}*`],
    ["capital letters", (text: string) => text.toUpperCase()],
    ["lowercase letters", (text: string) => text.toLowerCase()],
    ["Caps Lock", withCapsLock],
  ])("is read with %s", (_, sent) => {
    expect(readScan(sent(label)).replace(/yz/i, "YZ")).toBe(label);
    expect(readScan(sent(slip))).toBe(slip);
    expect(readScan(sent(express))).toBe("925989385163");
    expect(readScan(sent("1Z999AA10123456784"))).toBe("1Z999AA10123456784");
  });

  it.each([
    ["a German computer", "ÜÄinventorzItemIdÄÖ1270,ÄskuNumberÄÖÄZY1234Ä*", "ÜÄorderIdÄÖ4859*"],
    ["a scanner set to German", "@inventorzItemId@>1270,@skuNumber@>@ZY1234@", "@orderId@>4859"],
    ["a French computer", "¨%inventoryIte,Id%M&éèà;%skuNu,ber%M%YW&é\"'%£", "¨%orderId%M'_(ç£"],
    ["a scanner set to French", "3inventoryIte;Id3.!@&)m3skuNu;ber3.3YW!@#$3", "3orderId3.$*%("],
    ["a Latin American computer", "¨[inventoryItemId[Ñ1270,[skuNumber[Ñ[YZ1234[*", "¨[orderId[Ñ4859*"],
    ["a Spanish computer", "^¨inventoryItemId¨Ñ1270,¨skuNumber¨Ñ¨YZ1234¨*", "^¨orderId¨Ñ4859*"],
    ["a scanner set to Spanish", "@inventoryItemId@>1270,@skuNumber@>@YZ1234@", "@orderId@>4859"],
    ["a computer with keys for accents", '{ïnventoryItemId":1270,"skuNumber":"YZ1234"}', '{örderId":4859}'],
    ["a computer that swallows quotes", "{inventoryItemId:1270,skuNumber:YZ1234}", "{orderId:4859}"],
    ["a scanner with Shift Lock", "['INVENTORYiTEMiD';!@&)<'SKUnUMBER';'yz!@#$']", "['ORDERiD';$*%(]"],
  ])("is read from %s", (_, garbledLabel, garbledSlip) => {
    expect(readScan(garbledLabel).replace(/yz/, "YZ")).toBe(label);
    expect(readScan(garbledSlip)).toBe(slip);
    expect(isFromOtherKeyboard(garbledLabel)).toBe(false);
  });

  it("is read from French keys without Shift, and with it", () => {
    const keysOf = (keys: string) => express.replace(/\d/g, (digit) => keys.charAt(Number(digit)));
    for (const keys of ["à&é\"'(-è_ç", ")!@#$%^&*("]) expect(readScan(keysOf(keys)), keys).toBe("925989385163");
  });

  it("is recognized from a keyboard that we don't know", () => {
    for (const text of [
      "ХЭштмутещкнШеуьШвЭЖ1270бЭылгТгьиукЭЖЭНЯ1234ЭЪ", // Russian
      "ХЭщквукШвЭЖ4859Ъ",
      "?_cbk.byrpfCy.mCe_S1270w_otgBgmx.p_S_F:1234_+", // Dvorak
      "é°inventoryItemId°ç1270,°skuNumber°ç°YZ1234°*", // Italian
      "é°orderId°ç4859*",
      "{@inventoryItemId@:1270,@skuNumber@:@YZ1234@}", // British
      "ÅÄinventoryItemIdÄÖ1270,ÄskuNumberÄÖÄYZ1234Ä^", // Swedish
    ])
      expect([readScan(text), isFromOtherKeyboard(text)]).toEqual([text, true]);
  });
});

it("the copy on a garbled barcode is read when it can mean only one", () => {
  for (const text of ["B12345ß2", "B12345'2", "B&é\"'()é", "B!@#$%6@", "]C0B12345-2", "*B12345-2*"])
    expect(readScan(text), text).toBe("B12345-2");
});

it("what people type stays as it is, and so do other codes", () => {
  for (const text of [
    "maría  o'brien",
    "O’Brien, D'Angelo",
    "a@oak.example",
    "#B12345 copy 2",
    "AB-12",
    "order 48",
    "?!",
    "$$",
    "9400 1111",
    "health: grades 3-5 (2nd ed.)",
    "https://example.org/a",
    '{"inventoryItemId":-5,"skuNumber":"B1"}',
    '{"inventoryItemId":7}',
    '{"inventoryItemId":7,"skuNumber":"B',
    'ItemId":7,"skuNumber":"B1"}',
    '{"orderId":"x"}',
  ])
    expect([readScan(text), isFromOtherKeyboard(text)]).toEqual([text, false]);
});

it("a tracking number that isn't one stays as it was typed", () => {
  for (const text of ["picked up by hand", "9400 1111", "1Z999AA10123456784 and 9405503699300124287899"])
    expect(trackingNumberOf(text)).toBe(text);
  expect(trackingNumberOf("à&é")).toBe("à&é");
});
