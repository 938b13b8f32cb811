import { english } from "#web/language/language.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pageWindow, pagerSentence } from "./pager.tsx";

const sentence = (page: number, size: number, total: number) =>
  pagerSentence(pageWindow(page, size, total), total, english.t);

describe("the pager's sentence", () => {
  it("shows the numbers of the page's first and last records", () => {
    expect(sentence(2, 18, 2066)).toBe("Showing 19 - 36 of 2066 results");
  });

  it("ends a short last page at the last record", () => {
    expect(sentence(115, 18, 2066)).toBe("Showing 2053 - 2066 of 2066 results");
  });

  it("says that there are no records", () => {
    expect(sentence(1, 18, 0)).toBe("No records to display.");
  });

  it("shows a single record as 1 - 1", () => {
    expect(sentence(1, 10, 1)).toBe("Showing 1 - 1 of 1 results");
  });
});

describe("the page numbers", () => {
  it.each([
    [1, [1, 2, 3, 4, 5]],
    [3, [1, 2, 3, 4, 5]],
    [4, [2, 3, 4, 5, 6]],
    [19, [16, 17, 18, 19, 20]],
    [20, [16, 17, 18, 19, 20]],
  ])("around page %i of 20 are %j", (page, numbers) => {
    expect(pageWindow(page, 10, 200).numbers).toEqual(numbers);
  });

  it("do not exceed the number of pages", () => {
    expect(pageWindow(1, 10, 25).numbers).toEqual([1, 2, 3]);
  });

  it("are based on the nearest page when the address asks for a missing one", () => {
    expect(pageWindow(99, 10, 25).page).toBe(3);
    expect(pageWindow(-4, 10, 25).page).toBe(1);
    expect(pageWindow(Number.NaN, 10, 25).page).toBe(1);
  });

  it("are at most five in a row, including the current page, for every possible list", () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 100 }), fc.nat(100_000), (page, size, total) => {
        const { numbers, pages, page: here, first, last } = pageWindow(page, size, total);
        expect(numbers.length).toBe(Math.min(5, pages));
        expect(numbers).toContain(here);
        expect(numbers.every((number, at) => number === (numbers[0] ?? 0) + at)).toBe(true);
        expect(last - first).toBeLessThan(size);
        expect(last).toBeLessThanOrEqual(total);
      }),
    );
  });
});
