import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { closedDaysOf, closureOn } from "#contract/people/school-days.ts";
import { dayAfter, isBusinessDay } from "./business-days.ts";
import { arrivalOf, firstTeachingDay, lendingDays } from "./teaching-days.ts";

const transit = { leadDays: 5, trailDays: 5, inspectionDays: 1, closed: [] };
const spring = { years: [], breaks: [{ from: "2026-03-30", to: "2026-04-03", about: "Spring break" }] };
const school = closedDaysOf(spring);

describe("lending dates", () => {
  it("skip the school's breaks in both directions", () => {
    const after = { from: "2026-04-06", to: "2026-04-08" };
    expect(lendingDays(after, transit)).toMatchObject({ shipBy: "2026-03-30", arriveBy: "2026-04-03" });
    expect(lendingDays(after, { ...transit, school })).toMatchObject({ shipBy: "2026-03-23", arriveBy: "2026-03-27" });

    const before = { from: "2026-03-23", to: "2026-03-27" };
    expect(lendingDays(before, transit)).toMatchObject({ mailBackBy: "2026-03-27", dueBy: "2026-04-03" });
    // a window that touches the break ends after it
    expect(lendingDays(before, { ...transit, school })).toMatchObject({
      mailBackBy: "2026-03-27",
      dueBy: "2026-04-10",
    });
  });

  it("skip the library's closed days and the school's break when a package ships right away", () => {
    const closed = [{ from: "2026-03-26", to: "" }];
    expect(arrivalOf("2026-03-20", transit)).toBe("2026-03-26");
    expect(arrivalOf("2026-03-20", { ...transit, closed })).toBe("2026-03-27");
    expect(arrivalOf("2026-03-21", { ...transit, closed, school })).toBe("2026-04-06"); // ships on Monday
  });

  it("neither end at a closed school nor start before it can receive a package", () => {
    const intoBreak = { from: "2026-03-25", to: "2026-03-31" };
    expect(lendingDays(intoBreak, { ...transit, school }).mailBackBy).toBe("2026-04-06");
    expect(firstTeachingDay("2026-03-25", transit)).toBe("2026-04-01");
    expect(firstTeachingDay("2026-03-25", { ...transit, school })).toBe("2026-04-08");
  });

  it("never arrive at a closed school or ship before today, whatever the breaks and closed days are", () => {
    const interval = fc.record({ from: fc.nat(120), days: fc.nat(15) });
    const intervals = fc.array(interval, { maxLength: 4 });
    const on = (n: number) => dayAfter("2026-03-02", n);
    fc.assert(
      fc.property(
        intervals,
        intervals,
        fc.nat(60),
        fc.nat(20),
        fc.nat(10),
        (schoolBreaks, libraryClosures, now, offset, days) => {
          const toDates = ({ from, days: length }: { from: number; days: number }) => ({
            from: on(from),
            to: on(from + length),
          });
          const calendar = { years: [], breaks: schoolBreaks.map((closure) => ({ ...toDates(closure), about: "" })) };
          const rules = { ...transit, closed: libraryClosures.map(toDates), school: closedDaysOf(calendar) };
          const from = dayAfter(firstTeachingDay(on(now), rules), offset);
          const dates = lendingDays({ from, to: dayAfter(from, days) }, rules);
          expect(dates.shipBy >= on(now)).toBe(true);
          for (const day of [dates.arriveBy, dates.mailBackBy, dates.dueBy]) {
            expect(closureOn(day, calendar)).toBeUndefined();
            expect(isBusinessDay(day, rules.closed)).toBe(true);
          }
          expect(dates.shipBy <= dates.arriveBy && dates.arriveBy < from).toBe(true);
          expect(dates.mailBackBy <= dates.dueBy && dates.dueBy < dates.availableOn).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });
});
