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

  it("uses the layout with the most room for the longest titles", () => {
    const long = Array.from({ length: 40 }, (_, at) =>
      coverVariant(`${at} ${"wholesome words of advice ".repeat(5)}`.trim()),
    );
    expect(new Set(long.filter(({ size }) => size && size < 6.3).map(({ layout }) => layout))).toContain(3);
    expect(long.every(({ size }) => size)).toBe(true);
  });

  it("may break after a slash between long words", () => {
    expect(coverVariant("Attention/hyperactivity, 24/7 and/or").lines).toBe(
      "Attention/\u200bhyperactivity, 24/7 and/or",
    );
  });

  it("works for an empty title", () => {
    expect(coverVariant("").size).toBeGreaterThan(0);
  });
});
