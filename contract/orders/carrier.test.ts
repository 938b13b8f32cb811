import { describe, expect, it } from "vitest";
import { carrierOf } from "./carrier.ts";

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
