import { describe, expect, it } from "vitest";
import fc from "fast-check";
import { businessDaysBefore, dayAfter, isBusinessDay } from "#contract/orders/business-days.ts";
import {
  closedDaysOf,
  closureOn,
  dueDay,
  firstOpenDay,
  type SchoolCalendar,
  shippingAllowance,
} from "./school-days.ts";

const calendar: SchoolCalendar = {
  years: [
    { from: "2026-08-12", to: "2027-06-04" },
    { from: "2027-08-11", to: "2028-06-02" },
  ],
  breaks: [
    { from: "2026-12-21", to: "2027-01-01", about: "Winter break" },
    { from: "2027-01-02", to: "2027-01-03", about: "" },
    { from: "2026-11-11", to: "", about: "Veterans Day" },
  ],
};

describe("a school closure", () => {
  it("is a break, joined with adjacent ones", () => {
    const winter = { from: "2026-12-21", to: "2027-01-03", about: "Winter break", isSummer: false };
    expect(closureOn("2026-12-21", calendar)).toEqual(winter);
    expect(closureOn("2027-01-03", calendar)).toEqual(winter);
    expect([closureOn("2026-12-20", calendar), closureOn("2027-01-04", calendar)]).toEqual([undefined, undefined]);
    expect(closureOn("2026-11-11", calendar)).toMatchObject({ from: "2026-11-11", to: "2026-11-11" });
  });

  it("is the summer between two school years, or after the last one with an unknown end", () => {
    expect(closureOn("2027-06-05", calendar)).toEqual({
      from: "2027-06-05",
      to: "2027-08-10",
      about: "",
      isSummer: true,
    });
    expect(closureOn("2028-06-20", calendar)).toMatchObject({ from: "2028-06-03", to: null, isSummer: true });
    expect(closureOn("2027-06-04", calendar)).toBeUndefined();
  });

  it("is not assumed far from every known school year", () => {
    expect([closureOn("2025-10-01", calendar), closureOn("2029-02-01", calendar)]).toEqual([undefined, undefined]);
    expect(closureOn("2027-07-01", { years: [], breaks: [] })).toBeUndefined();
  });
});

describe("the closed days of a calendar", () => {
  it("are exactly the days in a closure", () => {
    const year = fc.record({
      start: fc.integer({ min: 0, max: 3 }),
      from: fc.nat(120),
      days: fc.integer({ min: 1, max: 240 }),
    });
    const pause = fc.record({ from: fc.nat(1200), days: fc.nat(20) });
    fc.assert(
      fc.property(
        fc.array(year, { maxLength: 4 }),
        fc.array(pause, { maxLength: 4 }),
        fc.nat(1400),
        (starts, pauses, at) => {
          const first = "2026-07-01";
          const years = [...new Map(starts.map((each) => [each.start, each])).values()].map(
            ({ start, from, days }) => ({
              from: dayAfter(first, start * 365 + from),
              to: dayAfter(first, start * 365 + from + days),
            }),
          );
          const breaks = pauses.map(({ from, days }) => ({
            from: dayAfter(first, from),
            to: days === 0 ? "" : dayAfter(first, from + days),
            about: "",
          }));
          const day = dayAfter("2026-05-01", at);
          const isWeekend = !isBusinessDay(day, []);
          const isClosed = closureOn(day, { years, breaks }) !== undefined;
          expect(isBusinessDay(day, closedDaysOf({ years, breaks }))).toBe(!isWeekend && !isClosed);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe("the due date of a loan", () => {
  const due = (shipped: string, day: string) => dueDay({ shipped, due: day }, calendar, []);

  it("stays the same at an open school, or without a calendar", () => {
    expect(due("2026-10-01", "2026-10-31")).toBe("2026-10-31");
    expect(dueDay({ shipped: "2026-12-01", due: "2026-12-31" }, undefined, [])).toBe("2026-12-31");
  });

  it("moves off a break so that the package can be mailed on the first day of school", () => {
    expect(due("2026-12-01", "2026-12-31")).toBe("2027-01-11"); // mailed on Monday the 4th
    expect(due("2026-12-08", "2027-01-07")).toBe("2027-01-11"); // it would have to be mailed on December 31
  });

  it("moves before the summer if the package arrived in time, or else after it", () => {
    expect(due("2027-05-12", "2027-06-16")).toBe("2027-06-11"); // mailed on June 4, the last day of school
    expect(due("2027-06-02", "2027-07-02")).toBe("2027-08-18"); // mailed on August 11
    expect(due("2028-06-05", "2028-07-05")).toBe("2028-07-05"); // no known start of school
  });

  it("skips days when the library is closed", () => {
    const closed = [{ from: "2027-01-04", to: "2027-01-06" }];
    expect(dueDay({ shipped: "2026-12-01", due: "2026-12-31" }, calendar, closed)).toBe("2027-01-14");
  });

  it("is always found, is stable, and never requires mailing during a break", () => {
    const day = fc.integer({ min: 0, max: 800 }).map((days) => dayAfter("2026-01-01", days));
    const breaks = fc.array(
      fc
        .tuple(day, fc.integer({ min: 0, max: 30 }))
        .map(([from, days]) => ({ from, to: dayAfter(from, days), about: "" })),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(day, breaks, (shipped, some) => {
        const plan = { shipped, due: dayAfter(shipped, 30) };
        const known = { years: [], breaks: some };
        const moved = dueDay(plan, known, []);
        const mailed = businessDaysBefore(moved, shippingAllowance, []);
        expect(closureOn(mailed, known)).toBeUndefined();
        expect(closureOn(moved, known)).toBeUndefined();
        expect(dueDay({ ...plan, due: moved }, known, [])).toBe(moved);
      }),
    );
  });
});

describe("the first open day of a school", () => {
  it("is a business day of the library outside breaks", () => {
    expect(firstOpenDay("2026-12-21", calendar, [])).toBe("2027-01-04");
    expect(firstOpenDay("2027-06-05", calendar, [])).toBe("2027-08-11");
    expect(firstOpenDay("2026-10-10", calendar, [])).toBe("2026-10-12");
  });

  it("is found even if the library is always closed", () => {
    expect(firstOpenDay("2026-10-10", calendar, [{ from: "2000-01-01", to: "2999-12-31" }])).toMatch(/^\d{4}-/);
  });
});
