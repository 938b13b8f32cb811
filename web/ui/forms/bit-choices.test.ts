import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isChosen, toggleChoice } from "./bit-choices.ts";

const choices = [7, 1, 2, 4];
const chosen = (mask: number) => choices.filter((choice) => isChosen(mask, choice));
const press = (mask: number, ...ids: number[]) => ids.reduce((before, id) => toggleChoice(before, id, choices), mask);

describe("checkboxes for a bit mask", () => {
  it("add up to one mask", () => {
    expect(press(0, 1, 4)).toBe(5);
    expect(chosen(5)).toEqual([1, 4]);
    expect(press(5, 4)).toBe(1);
  });

  it("set every bit by the all-bits choice, and none by pressing it again", () => {
    expect(press(2, 7)).toBe(7);
    expect(chosen(7)).toEqual([7, 1, 2, 4]);
    expect(press(7, 7)).toBe(0);
  });

  it("check the all-bits choice with the last one, and uncheck it with the first removed", () => {
    expect(chosen(press(0, 1, 2))).not.toContain(7);
    expect(chosen(press(0, 1, 2, 4))).toContain(7);
    expect(chosen(press(7, 2))).toEqual([1, 4]);
  });

  it("return to the same mask when a checkbox is toggled twice", () => {
    fc.assert(
      fc.property(fc.nat(7), fc.constantFrom(1, 2, 4), (mask, id) => {
        expect(press(mask, id, id)).toBe(mask);
      }),
    );
  });
});
