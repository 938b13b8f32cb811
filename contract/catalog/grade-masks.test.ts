import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  allGrades,
  gradesOfMask,
  hasGrade,
  isForAll,
  isMaskOf,
  onlyTheseBit,
  maskOfGrades,
  toggleGrade,
} from "./grade-masks.ts";

const gradesWith = (...more: number[]) =>
  [allGrades, 1, 2, 4, 8, 16, 32, ...more].map((gradeId) => ({ gradeId, gradeName: String(gradeId) }));
const installed = gradesWith();
const seven = gradesWith(64);
const press = (mask: number, grades: typeof seven, ...ids: number[]) =>
  ids.reduce((before, id) => toggleGrade(before, id, grades), mask);
const namesOf = (mask: number, grades: typeof seven) => gradesOfMask(mask, grades).map(({ gradeId }) => gradeId);

describe("a grade mask", () => {
  it("is 63 when all grades are checked", () => {
    expect(press(0, installed, 1, 2, 4, 8, 16, 32)).toBe(63);
    expect(press(2, installed, 63)).toBe(63);
    expect(press(63, installed, 63)).toBe(0);
    expect(press(63, installed, 2)).toBe(61);
    expect(namesOf(63, installed)).toEqual([63]);
  });

  it("for all grades includes a grade that is added later", () => {
    expect(hasGrade(63, 64)).toBe(true);
    expect(namesOf(63, seven)).toEqual([63]);
    expect(press(0, seven, 1, 2, 4, 8, 16, 32, 64)).toBe(63);
  });

  it("can have the first six grades without the seventh", () => {
    const six = press(63, seven, 64);
    expect(six).toBe(63 | onlyTheseBit);
    expect([isForAll(six), hasGrade(six, 64), hasGrade(six, 63)]).toEqual([false, false, false]);
    expect(namesOf(six, seven)).toEqual([1, 2, 4, 8, 16, 32]);
    expect(press(six, seven, 64)).toBe(63);
    expect(press(six, seven, 32)).toBe(31);
  });

  it("with every bit means all grades", () => {
    expect(namesOf(127, seven)).toEqual([63]);
  });

  it("must only have grades of the list", () => {
    expect([1, 63, 127, 63 | onlyTheseBit].map((mask) => isMaskOf(mask, seven))).toEqual([true, true, true, true]);
    expect([0, 128, onlyTheseBit, 1 | onlyTheseBit, 2 ** 31].map((mask) => isMaskOf(mask, seven))).toEqual(
      Array(5).fill(false),
    );
    expect(isMaskOf(64, installed)).toBe(false);
  });

  it("has exactly the checked grades, and checking one twice changes nothing", () => {
    const choice = fc.constantFrom(1, 2, 4, 8, 16, 32, 64);
    fc.assert(
      fc.property(fc.uniqueArray(choice, { minLength: 1 }), choice, (ids, id) => {
        const mask = maskOfGrades(ids, seven);
        expect(seven.filter(({ gradeId }) => gradeId !== allGrades && hasGrade(mask, gradeId))).toHaveLength(
          ids.length,
        );
        expect(isMaskOf(mask, seven)).toBe(true);
        expect(press(mask, seven, id, id)).toBe(mask);
      }),
    );
  });
});
