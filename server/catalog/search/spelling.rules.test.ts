import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { doubledElsewhere, errorsBetween, errorsIn, oneErrorFrom } from "./spelling.rules.ts";

describe("typing errors", () => {
  it("are none in short words, one from four letters, and two from eight", () => {
    expect(["sex", "vape", "vapping", "nutrtion"].map(errorsIn)).toEqual([0, 1, 1, 2]);
  });

  it("are letters too many, too few, others, and two in each other's place", () => {
    expect(errorsBetween("vapping", "vaping")).toBe(1);
    expect(errorsBetween("nutrtion", "nutrition")).toBe(1);
    expect(errorsBetween("fentynal", "fentanyl")).toBe(2);
    expect(errorsBetween("saftey", "safety")).toBe(1);
    expect(errorsBetween("recess", "recent")).toBe(2);
    expect(errorsBetween("", "abc")).toBe(3);
  });

  it("are one where another letter is doubled", () => {
    expect(doubledElsewhere("tobbaco")).toContain("tobacco");
    expect(doubledElsewhere("buletin")).toEqual([]);
    expect(doubledElsewhere("tobbaco")).not.toContain("tobbaco");
  });

  it("are listed, all that are one error away", () => {
    const word = fc.stringMatching(/^[a-d]{4,7}$/);
    fc.assert(
      fc.property(word, word, (one, other) => {
        expect(oneErrorFrom(one).has(other)).toBe(errorsBetween(one, other) === 1);
      }),
      { numRuns: 500 },
    );
  });
});
