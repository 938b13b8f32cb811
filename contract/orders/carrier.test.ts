import { describe, expect, it } from "vitest";
import { carrierOf, isTrackingNumber, readTrackingNumber } from "./carrier.ts";

describe("carrierOf", () => {
  it.each([
    ["1Z999AA10123456784", "UPS"],
    ["1z 999 aa1 01 2345 6784", "UPS"],
    ["9400 1000 0000 0000 0000 00", "USPS"],
    ["9205500000000000000000", "USPS"],
    ["92055000000000000000", "USPS"],
    ["420941049400100000000000000000", "USPS"],
    ["7012 0470 0000 1234 5678", "USPS"],
    ["EA123456789US", "USPS"],
    ["9999 9999 9999", "FedEx"],
    ["999999999999999", "FedEx"],
    ["9611020987654312345672", "FedEx"],
  ])("recognizes %s as %s", (trackingNumber, name) => {
    expect(carrierOf(trackingNumber)?.name).toBe(name);
  });

  it.each(["", "picked up by hand", "1Z999AA1012345678", "12345", "EA123456789DE", "99999999999999"])(
    "recognizes no carrier in %o",
    (trackingNumber) => {
      expect(carrierOf(trackingNumber)).toBeUndefined();
    },
  );

  it("links to the carrier's page with only the number's letters and digits", () => {
    expect(carrierOf("9400-1000-0000-0000-0000-00")?.href).toBe(
      "https://tools.usps.com/go/TrackConfirmAction?tLabels=9400100000000000000000",
    );
    expect(carrierOf("1z999aa10123456784")?.href).toBe("https://www.ups.com/track?tracknum=1Z999AA10123456784");
  });

  it("never links to an address built from typed text", () => {
    expect(carrierOf("javascript:alert(1)")).toBeUndefined();
    expect(carrierOf("999999999999&x=1")).toBeUndefined();
  });
});

describe("the tracking number", () => {
  it.each([
    // USPS: 420, the ZIP Code with or without 4 more digits, and the number
    ["420946079400111899223197428490", "9400111899223197428490"],
    ["4209000170120470000012345679", "70120470000012345679"],
    ["42090001123493748897050012345678901235", "93748897050012345678901235"],
    // by the check digit, where both readings are possible
    ["4209460792749361289870030176337953", "9361289870030176337953"],
    ["420 94607 9400 1118 9922 3197 4284 90", "9400111899223197428490"],
    ["42094607|9400111899223197428490", "9400111899223197428490"],
    ["420946071234\u001D9400111899223197428490", "9400111899223197428490"],
    // FedEx Express: 34 and 32 digits
    ["1071804952390002087800925989385163", "925989385163"],
    ["11112222333344447946123456700201", "794612345670"],
    ["02010000123400003948176543260663", "394817654326"],
    // FedEx Ground: 22 digits, and the code of a shipping container
    ["9611020987654312345672", "987654312345672"],
    ["00000123450000000027", "000123450000000027"],
    // UPS: as it is, between other characters, and in the data of MaxiCode with and without its separators
    ["1Z999AA10123456784", "1Z999AA10123456784"],
    ["J1Z999AA10123456784#", "1Z999AA10123456784"],
    ["[)>01961234567898400011Z12345675UPSN12345E0891/110.1Y", "1Z12345E0112345675"],
    [
      "[)>\u001E01\u001D96123456789\u001D840\u001D001\u001D1Z12345675\u001DUPSN\u001D12345E\u001D089",
      "1Z12345E0112345675",
    ],
    // FedEx: the data of PDF417
    ["[)>010246078400197946123456700201FDEB", "794612345670"],
    ["[)>01024607840019987654312345672FDEG", "987654312345672"],
    // other forms of the number itself
    ["ea-123456785-us", "EA123456785US"],
    ["9400–1118–9922–3197–4284–90", "9400111899223197428490"],
  ])("in %j is %s", (scan, number) => {
    expect(readTrackingNumber(scan)).toBe(number);
    expect(carrierOf(scan)).toEqual(carrierOf(number));
  });

  it.each([
    "420946071234567890",
    "11112222333344447946123456710201", // 32 digits without a right check digit
    "00000123450000000028",
    "J1Z999AA10123456785#",
    "1Z999AA10123456784 and 1ZA1B2C30398765433",
    "1Z999AA10123456784,1ZA1B2C30398765433",
    "https://example.org/794612345670",
    "B12345",
  ])("isn't in %j", (text) => {
    expect(readTrackingNumber(text)).toBeUndefined();
  });
});

describe("isTrackingNumber", () => {
  it.each(["9361289870030176337953", "9361 2898 7003 0176 3379 53", "1Z999AA10123456784", "EA123456789US"])(
    "accepts %s",
    (text) => {
      expect(isTrackingNumber(text)).toBe(true);
    },
  );

  it.each(["9361289870030176337954", "1Z999AA10123456785", "936128987003017633795", "picked up by hand", ""])(
    "rejects %o, which no carrier can have printed",
    (text) => {
      expect(isTrackingNumber(text)).toBe(false);
    },
  );
});
