import { describe, expect, it } from "vitest";
import { carrierOf } from "./carrier.ts";

describe("the carrier of a tracking number", () => {
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
  ])("%s is %s", (trackingNumber, name) => {
    expect(carrierOf(trackingNumber)?.name).toBe(name);
  });

  it.each(["", "picked up by hand", "1Z999AA1012345678", "12345", "EA123456789DE", "99999999999999"])(
    "%o has no carrier",
    (trackingNumber) => {
      expect(carrierOf(trackingNumber)).toBeUndefined();
    },
  );

  it("leads to that carrier's page for the bare number", () => {
    expect(carrierOf("9400-1000-0000-0000-0000-00")?.href).toBe(
      "https://tools.usps.com/go/TrackConfirmAction?tLabels=9400100000000000000000",
    );
    expect(carrierOf("1z999aa10123456784")?.href).toBe("https://www.ups.com/track?tracknum=1Z999AA10123456784");
  });

  it("never turns typed text into another address", () => {
    expect(carrierOf("javascript:alert(1)")).toBeUndefined();
    expect(carrierOf("999999999999&x=1")).toBeUndefined();
  });
});
