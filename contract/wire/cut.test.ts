import fc from "fast-check";
import { expect, it } from "vitest";
import { cut } from "./cut.ts";

it("keeps the beginning of a text, and no half of a character", () => {
  expect(cut("ab💚", 4)).toBe("ab💚");
  expect(cut("ab💚", 3)).toBe("ab");
  expect(cut("💚", 1)).toBe("");
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 30 }), fc.nat(30), (text, most) => {
      const kept = cut(text, most);
      expect(text.startsWith(kept)).toBe(true);
      expect(kept.isWellFormed()).toBe(true);
      expect(kept.length).toBeGreaterThanOrEqual(Math.min(text.length, most - 1));
      expect(kept.length).toBeLessThanOrEqual(most);
    }),
  );
});
