import { describe, expect, it } from "vitest";
import { writeLabel } from "#contract/catalog/label-code.ts";
import { findCopy } from "./choose-copy.tsx";
import { aCopy } from "#web/test/an-order.ts";

const copies = [
  aCopy({ copyNumber: 1, isAvailable: false, orderId: 3 }),
  aCopy({ copyNumber: 2 }),
  aCopy({ copyNumber: 3 }),
  aCopy({ copyNumber: 12, skuNumber: "OLD9" }),
];

const foundNumber = (input: string) => {
  const result = findCopy(input, copies);
  return "copy" in result ? result.copy.copyNumber : result.problem;
};

describe("the search for a copy", () => {
  it.each(["2", " 2 ", "copy 2", "#B12345 copy 2", "b12345 2", "B12345-2", "B12345 no. 2", "B12345, 2"])(
    "finds copy 2 for %o",
    (input) => {
      expect(foundNumber(input)).toBe(2);
    },
  );

  it("finds a copy by its SKU alone if no other available copy has it", () => {
    expect(foundNumber("old9")).toBe(12);
    expect(foundNumber("#OLD9 copy 12")).toBe(12);
  });

  it("asks for the copy number if several available copies have the SKU", () => {
    expect(foundNumber("B12345")).toBe("Several available copies have this SKU. Add the copy number.");
  });

  it("says that a copy isn't available", () => {
    expect(foundNumber("1")).toBe("This copy isn’t available.");
  });

  it.each(["4", "X99999", "OLD9 copy 2", "-", ""])("finds nothing for %o", (input) => {
    expect(foundNumber(input)).toBe("No copy of this title has that number.");
  });
});

describe("a label read by a hand scanner", () => {
  it("finds the copy it names", () => {
    expect(foundNumber(writeLabel({ inventoryItemId: 103, skuNumber: "B12345" }))).toBe(3);
  });

  it("with an old SKU finds its copy by id, and warns", () => {
    const result = findCopy(writeLabel({ inventoryItemId: 103, skuNumber: "A00001" }), copies);
    expect(result).toMatchObject({ copy: { copyNumber: 3 }, warning: expect.stringContaining("out of date") });
  });

  it("is refused if its copy belongs to another title or isn't available, or if it isn't a label", () => {
    expect(foundNumber(writeLabel({ inventoryItemId: 999, skuNumber: "B12345" }))).toBe(
      "This copy belongs to another title.",
    );
    expect(foundNumber(writeLabel({ inventoryItemId: 101, skuNumber: "B12345" }))).toBe("This copy isn’t available.");
    expect(foundNumber('{"url":"https://example.org"}')).toBe("Invalid QR Code. ");
    expect(foundNumber("{")).toBe("Invalid QR Code. ");
  });
});
