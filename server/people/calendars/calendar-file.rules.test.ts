import { describe, expect, it } from "vitest";
import { entriesOfTable, type FileEntry } from "./days-of-table.ts";
import { daysOfEntries } from "./read-calendar-file.ts";

const entry = (from: string, end: string, about: string, isYearly = false): FileEntry => ({
  from,
  end,
  about,
  isYearly,
});

describe("the days in a calendar file", () => {
  it("are limited to those around today, sorted and without repeats", () => {
    const { entries, left } = daysOfEntries(
      [
        entry("2026-12-21", "2027-01-02", "Winter  break"),
        entry("2026-11-11", "2026-11-12", "Veterans Day"),
        entry("2026-11-11", "2026-11-12", "Veterans Day"),
        entry("2019-11-11", "2019-11-12", "Long ago"),
        entry("2031-01-01", "2031-01-02", "Far away"),
      ],
      "2026-11-23",
    );
    expect({ entries, left }).toEqual({
      entries: [
        { from: "2026-11-11", to: "", about: "Veterans Day", kind: "break" },
        { from: "2026-12-21", to: "2027-01-01", about: "Winter break", kind: "break" },
      ],
      left: 0,
    });
  });

  it("repeat every year from the first one on, February 29 only in leap years", () => {
    const days = (from: string, end: string) =>
      daysOfEntries([entry(from, end, "", true)], "2027-06-01").entries.map((each) => each.from);
    expect(days("2020-07-04", "2020-07-05")).toEqual(["2026-07-04", "2027-07-04", "2028-07-04", "2029-07-04"]);
    expect(days("2028-12-30", "2029-01-03")).toEqual(["2028-12-30", "2029-12-30"]);
    expect(days("2024-02-29", "2024-03-01")).toEqual(["2028-02-29"]);
  });

  it("are recognized by their words as breaks or the first or last day of school", () => {
    const kind = (about: string) =>
      daysOfEntries([entry("2026-09-01", "2026-09-02", about)], "2026-09-01").entries[0]?.kind;
    expect(["Labor Day", "NO SCHOOL: staff development", "Día festivo", "Pupil-Free Day"].map(kind)).toEqual(
      Array(4).fill("break"),
    );
    expect(["First Day of School", "School Begins", "Primer día de clases"].map(kind)).toEqual(Array(3).fill("first"));
    expect(["Last day of instruction", "Último día de clases"].map(kind)).toEqual(["last", "last"]);
    expect(["Spirit week", "Back to school night", ""].map(kind)).toEqual(["other", "other", "other"]);
  });

  it("are cut off at the limit of a calendar, and the rest is counted", () => {
    const many = Array.from({ length: 230 }, (_, at) => entry("2026-09-01", "2026-09-02", `Day ${at}`));
    const { entries, left } = daysOfEntries(many, "2026-09-01");
    expect([entries.length, left]).toEqual([200, 30]);
  });

  it("have names that are cut off only between characters", () => {
    const [result] = daysOfEntries([entry("2026-09-01", "2026-09-02", `${"x".repeat(79)}🎉`)], "2026-09-01").entries;
    expect(result?.about).toBe("x".repeat(79));
  });
});

describe("a table in a calendar file", () => {
  const table = (header: string[], ...rows: string[][]) =>
    entriesOfTable({ header, rows: rows.map((cells, at) => ({ row: at + 2, cells })) });

  it("may have columns in any order, and dates as people write them", () => {
    const result = table(
      ["subject", "start date", "end date"],
      ["Winter break", "12/21/26", "Friday, January 1, 2027"],
      ["Veterans Day", "11-Nov-26", ""],
      ["Labor Day", "9/7/2026 0:00", "46272"],
    );
    expect(result).toEqual({
      entries: [
        entry("2026-12-21", "2027-01-02", "Winter break"),
        entry("2026-11-11", "2026-11-12", "Veterans Day"),
        entry("2026-09-07", "2026-09-08", "Labor Day"),
      ],
      left: 0,
      unread: "",
    });
  });

  it("has the day first if the first and last days fit only that", () => {
    const result = table(["from", "to"], ["5/4/2027", "9/4/2027"], ["21/12/2026", "1/1/2027"]);
    expect(result).toMatchObject({ entries: [{ from: "2027-04-05" }, { from: "2026-12-21", end: "2027-01-02" }] });
  });

  it.each([
    [["Spring Break", "Mar 29", ""], "Row 3: “Mar 29” has no year. Write dates like 12/21/2026."],
    [["Spring Break", "3/29/2027", "TBD"], "Row 3: “TBD” isn’t a date. Write dates like 12/21/2026."],
    [["Spring Break", "3/29/2027", "3/2/2027"], "Row 3: The last day is before the first day."],
    [["Spring Break", "3/29/2027", "4/2/2072"], "Row 3: From “3/29/2027” to “4/2/2072” is more than a year."],
    [["See the office", "", ""], "Row 3 has no date."],
  ])("names its first row that can't be read: %j", (row, unread) => {
    const result = table(["event", "from", "to"], ["Labor Day", "9/7/2026", ""], row, ["Later", "soon", ""]);
    expect(result).toMatchObject({ entries: [{ about: "Labor Day" }], left: 2, unread });
  });

  it("is refused without a column of first days", () => {
    expect(table(["event", "place"])).toMatch(/^The first row must name the columns/);
  });
});
