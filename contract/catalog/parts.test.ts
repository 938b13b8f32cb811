import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { areParts, costOfParts, missingOf, partLimits, partsOf, partsText, writeParts } from "./parts.ts";
import { shownParts } from "./shown-parts.ts";

const kit = "1 poster; 1 DVD @ 24.50; 30 cards @ 0.50";

describe("the parts of a title", () => {
  it("are normalized however they are typed", () => {
    expect(partsText("poster;  DVD @ $24.5 ;\n30  cards@.")).toBe("1 poster; 1 DVD @ 24.50; 30 cards @ .");
    expect(partsText(" poster\r\nDVD @ 24.5;; 30 cards @0.50; ")).toBe(kit);
    expect(partsText("3D model; 2 3D models")).toBe("1 3D model; 2 3D models");
    expect(partsOf(kit)).toEqual([
      { count: 1, name: "poster", cost: "" },
      { count: 1, name: "DVD", cost: "24.50" },
      { count: 30, name: "cards", cost: "0.50" },
    ]);
    expect(shownParts(kit)).toEqual(["1 poster", "1 DVD", "30 cards"]);
    expect(partsText("")).toBe("");
  });

  it("are invalid with a count of 0, an invalid cost, a duplicate name, or too many parts", () => {
    expect(areParts(kit)).toBe(true);
    expect(areParts("")).toBe(true);
    for (const wrong of ["0 poster", "1 DVD @ free", "1 DVD; 2 dvd", "@ 5.00", "1 a @ 5 @ 5", `1 ${"x".repeat(61)}`])
      expect([wrong, areParts(partsText(wrong))]).toEqual([wrong, false]);
    const many = Array.from({ length: partLimits.parts + 1 }, (_, at) => `1 part ${at}`);
    expect(areParts(many.join("; "))).toBe(false);
    expect(areParts(many.slice(1).join("; "))).toBe(true);
  });

  it("survive a round trip through text, whatever their names", () => {
    const name = fc
      .array(fc.constantFrom("a", "1", "12", " ", "$", "é", ".", "健"), { minLength: 1, maxLength: 8 })
      .map((signs) => signs.join("").replace(/\s+/g, " ").trim())
      .filter((each) => each !== "");
    const part = fc.record({
      count: fc.integer({ min: 1, max: 999 }),
      name,
      cost: fc.constantFrom("", "0.50", "12.00"),
    });
    fc.assert(
      fc.property(fc.array(part, { maxLength: 5 }), (parts) => {
        expect(partsOf(writeParts(parts))).toEqual(parts);
        expect(partsText(writeParts(parts))).toBe(writeParts(parts));
      }),
    );
  });

  it("price missing parts, and reject parts that the title doesn't have", () => {
    expect(missingOf(kit, "2 cards; 1 dvd @ 0.01")).toBe("2 cards @ 0.50; 1 DVD @ 24.50");
    expect(costOfParts("2 cards @ 0.50; 1 DVD @ 24.50; 1 poster")).toBe("25.50");
    for (const wrong of ["31 cards", "1 CD", "0 cards", "1 cards; 1 cards"])
      expect(missingOf(kit, wrong)).toBeUndefined();
    expect(missingOf(kit, "")).toBe("");
  });
});
