import { describe, expect, it } from "vitest";
import { coverVariant } from "./cover.tsx";

describe("a generated cover", () => {
  it("looks the same for the same title", () => {
    expect(coverVariant("Healthy Eating, Grade 5")).toEqual(coverVariant("Healthy Eating, Grade 5"));
  });

  it("differs between titles that differ by a digit", () => {
    const looks = Array.from({ length: 40 }, (_, at) => JSON.stringify(coverVariant(`Life skills, part ${at}`)));
    expect(new Set(looks).size).toBeGreaterThan(20);
  });

  it("uses every layout, pattern, and shade on a shelf of a thousand", () => {
    const shelf = Array.from({ length: 1000 }, (_, at) => coverVariant(`Title number ${at}`));
    expect(new Set(shelf.map(({ layout }) => layout)).size).toBe(4);
    expect(new Set(shelf.map(({ pattern }) => pattern)).size).toBe(8);
    expect(new Set(shelf.map(({ shade }) => shade)).size).toBe(3);
  });

  it("sets a short title large, a long one small, and a long word never large", () => {
    expect(coverVariant("Know Your Body").size).toBe("l");
    expect(coverVariant("Questions and answers for teachers").size).toBe("m");
    expect(coverVariant("x".repeat(150)).size).toBe("s");
    expect(coverVariant("Biopsychosociality").size).toBe("s");
  });

  it("is hyphenated only for a word that is wider than it", () => {
    expect(coverVariant("Acetylcholinesterase inhibitors").breaks).toBe(true);
    expect(coverVariant("Comprehensive-Health for teachers").breaks).toBe(false);
  });

  it("works for an empty title", () => {
    expect(coverVariant("").size).toBe("l");
  });
});
