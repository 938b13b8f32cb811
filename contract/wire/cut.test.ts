import fc from "fast-check";
import { expect, it } from "vitest";
import { cut } from "./cut.ts";

it("cut keeps the beginning of a text and never splits a character", () => {
  expect(cut("ab💚", 4)).toBe("ab💚");
  expect(cut("ab💚", 3)).toBe("ab");
  expect(cut("💚", 1)).toBe("");
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 30 }), fc.nat(30), (text, maxLength) => {
      const start = cut(text, maxLength);
      expect(text.startsWith(start)).toBe(true);
      expect(start.isWellFormed()).toBe(true);
      expect(start.length).toBeGreaterThanOrEqual(Math.min(text.length, maxLength - 1));
      expect(start.length).toBeLessThanOrEqual(maxLength);
    }),
  );
});
