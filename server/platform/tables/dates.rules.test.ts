import { describe, expect, it } from "vitest";
import { dateOrderOf, readDate, unreadDate } from "./dates.rules.ts";

describe("a date in a table", () => {
  it.each([
    "12/21/26",
    "12/21/2026",
    "12/21/2026 0:00",
    "12.21.2026",
    "2026-12-21",
    "20261221",
    "2026-12-21T00:00:00.000Z",
    "21-Dec-26",
    "21st of December, 2026",
    "lunes, 21 de diciembre de 2026",
    "Dec. 21, 2026",
    "Dec-21-2026",
    "Monday, December 21, 2026",
    "12/21/2026 (Mon)",
    " Monday,  December 21,  2026 ",
    "46377",
  ])("can be written as %s", (cell) => {
    expect(readDate(cell)).toBe("2026-12-21");
  });

  it.each([
    ["Sept. 8, 2026", "2026-09-08"],
    ["Mar 3, 2026", "2026-03-03"],
    ["Tues, May 5, 2026", "2026-05-05"],
    ["2/29/2028", "2028-02-29"],
    ["7/4/76", "1976-07-04"],
    ["1/1/1900", "1900-01-01"],
    ["45658", "2025-01-01"],
  ])("is read by its words and numbers: %s", (cell, day) => {
    expect(readDate(cell)).toBe(day);
  });

  it.each([
    ["", "“” isn’t a date. Write dates like 12/21/2026."],
    ["13/45/2026", "“13/45/2026” isn’t a date. Write dates like 12/21/2026."],
    ["2/29/2026", "“2/29/2026” isn’t a date. Write dates like 12/21/2026."],
    ["1/1/0026", "“1/1/0026” isn’t a date. Write dates like 12/21/2026."],
    ["Winter Break", "“Winter Break” isn’t a date. Write dates like 12/21/2026."],
    ["Dec 21", "“Dec 21” has no year. Write dates like 12/21/2026."],
    ["21-Dec", "“21-Dec” has no year. Write dates like 12/21/2026."],
    ["12/21", "“12/21” has no year. Write dates like 12/21/2026."],
    ["4637", "“4637” isn’t a date. Write dates like 12/21/2026."],
    [
      "21/12/2026",
      "“21/12/2026” has the day first, but other dates in this column don’t. Write dates like 12/21/2026.",
    ],
    [
      "Tuesday, December 21, 2026",
      "“Tuesday, December 21, 2026” isn’t a date, because that day is a Monday. Correct the day or the date.",
    ],
    [
      "########",
      "“########” means that a date didn’t fit in its column. In the spreadsheet, widen the column, then save the file again.",
    ],
  ])("isn't guessed from %j, and a sentence says why", (cell, sentence) => {
    expect(readDate(cell)).toBeUndefined();
    expect(unreadDate(cell)).toBe(sentence);
  });

  it("is cut off in its sentence if a cell holds a whole text", () => {
    expect(readDate("1".repeat(1_000_000))).toBeUndefined();
    expect(unreadDate("1".repeat(1_000_000)).length).toBeLessThan(120);
  });
});

describe("a column of dates", () => {
  const read = (...cells: string[]) => cells.map((cell) => readDate(cell, dateOrderOf(cells)));

  it("has the month first unless that can't be", () => {
    expect(read("5/4/2026", "Dec 21, 2026")).toEqual(["2026-05-04", "2026-12-21"]);
    expect(read("5/4/2026", "12/21/26")).toEqual(["2026-05-04", "2026-12-21"]);
  });

  it("has the day first if one date can't have the month first and all fit", () => {
    expect(read("5/4/2026", "21.12.2026", "12/1/26 0:00")).toEqual(["2026-04-05", "2026-12-21", "2026-01-12"]);
  });

  it("keeps the month first if only some dates have the day first, which then can't be read", () => {
    expect(read("21/12/2026", "5/4/2026", "12/21/2026")).toEqual([undefined, "2026-05-04", "2026-12-21"]);
  });
});
