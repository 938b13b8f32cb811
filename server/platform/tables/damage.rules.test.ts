import { describe, expect, it } from "vitest";
import { changedCode, lostValue, pairOf } from "./damage.rules.ts";

const typeAgain = "In the spreadsheet, format the column as text, type the value again, then save the file again.";

describe("a cell that a spreadsheet damaged", () => {
  it.each(["#REF!", "#N/A", " #n/a ", "#VALUE!", "#NAME?", "#DIV/0!", "#¡REF!"])("is a formula error: %s", (cell) => {
    expect(lostValue(cell)).toBe(
      `“${cell.trim()}” is a formula error, not a value. In the spreadsheet, type the value or empty the cell, then save the file again.`,
    );
  });

  it("is a value in a narrow column", () => {
    expect(lostValue("########")).toBe(
      "“########” means that a value didn’t fit in its column. In the spreadsheet, widen the column, then save the file again.",
    );
  });

  it.each([
    ["1E+05", `“1E+05” was probably 100000, which a spreadsheet shortened. ${typeAgain}`],
    ["1.2E+4", `“1.2E+4” was probably 12000, which a spreadsheet shortened. ${typeAgain}`],
    [
      "3.01121E+13",
      `“3.01121E+13” was probably a number of 14 digits that begins with 301121, which a spreadsheet shortened. ${typeAgain}`,
    ],
    [
      "8360.0",
      "“8360.0” was probably 8360. In the spreadsheet, format the column without decimals, then save the file again.",
    ],
    ["5-Mar", `“5-Mar” was probably 3-5, which a spreadsheet turned into a date. ${typeAgain}`],
    ["3/5/2026", `“3/5/2026” was probably 3-5, which a spreadsheet turned into a date. ${typeAgain}`],
  ])("is a code that it changed: %s", (cell, sentence) => {
    expect(changedCode(cell)).toBe(sentence);
  });

  it.each([
    ["5-Mar", "3-5"],
    ["Mar-5", "3-5"],
    ["08-Jun", "6-8"],
    ["12-Sep", "9-12"],
    ["March 5", "3-5"],
    ["3/5/2026", "3-5"],
    ["3/5/26 0:00", "3-5"],
    ["2026-03-05T00:00:00", "3-5"],
    ["46086", "3-5"],
  ])("is a date where two numbers were: %s", (cell, pair) => {
    expect(pairOf(cell)).toBe(pair);
  });

  it.each(["B13554", "08360", "8360", "#12", "1E5", "E+05", "12.5", "K-2", "3-5", "MAR-5A", "March", "A.0", "##", ""])(
    "isn't one with an ordinary code: %s",
    (cell) => {
      expect([lostValue(cell), changedCode(cell)]).toEqual([undefined, undefined]);
    },
  );
});
