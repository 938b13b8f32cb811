import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { closedDaysOf, closureOn } from "#contract/people/school-days.ts";
import { dayAfter, isBusinessDay } from "./business-days.ts";
import { firstTeachingDay, lendingDays, reservedDates } from "./teaching-days.ts";

const ways = { leadDays: 5, trailDays: 5, inspectionDays: 1, closed: [] };
const spring = { years: [], breaks: [{ from: "2026-03-30", to: "2026-04-03", about: "Spring break" }] };
const school = closedDaysOf(spring);

describe("lending dates", () => {
  it("skip the school's breaks on the way there and back", () => {
    const after = { from: "2026-04-06", to: "2026-04-08" };
    expect(lendingDays(after, ways)).toMatchObject({ shipBy: "2026-03-30", arriveBy: "2026-04-03" });
    expect(lendingDays(after, { ...ways, school })).toMatchObject({ shipBy: "2026-03-23", arriveBy: "2026-03-27" });

    const before = { from: "2026-03-23", to: "2026-03-27" };
    expect(lendingDays(before, ways)).toMatchObject({ mailBackBy: "2026-03-27", dueBy: "2026-04-03" });
    // a window that touches the break ends after it
    expect(lendingDays(before, { ...ways, school })).toMatchObject({ mailBackBy: "2026-03-27", dueBy: "2026-04-10" });
  });

  it("never mail anything back from a closed school and start once it reopens", () => {
    const into = { from: "2026-03-25", to: "2026-03-31" };
    expect(lendingDays(into, { ...ways, school }).mailBackBy).toBe("2026-04-06");
    expect(firstTeachingDay("2026-03-25", ways)).toBe("2026-04-01");
    expect(firstTeachingDay("2026-03-25", { ...ways, school })).toBe("2026-04-08");
  });

  it("stay in order within a copy's reservation, however slow the mail or long the breaks have become", () => {
    const week = { from: "2026-03-09", to: "2026-03-13" };
    const held = lendingDays(week, ways);
    expect(reservedDates(held, held, ways)).toEqual(held);
    const quick = { ...ways, leadDays: 2, trailDays: 2 };
    const faster = lendingDays(week, quick);
    expect(reservedDates(faster, held, quick)).toEqual(faster);
    for (const { now, due } of [
      { now: { ...ways, leadDays: 9, trailDays: 9 }, due: "2026-03-20" }, // inspected on Monday, available on Tuesday
      { now: { ...ways, trailDays: 9, inspectionDays: 3 }, due: "2026-03-18" },
      { now: { ...ways, school: [{ from: "2026-03-02", to: "2026-04-01" }] }, due: "2026-03-13" },
    ]) {
      const { shipBy, arriveBy, mailBackBy, dueBy, availableOn } = reservedDates(lendingDays(week, now), held, now);
      expect([shipBy, dueBy, availableOn]).toEqual([held.shipBy, due, held.availableOn]);
      const inOrder = [shipBy, arriveBy, mailBackBy, dueBy, availableOn];
      expect(inOrder).toEqual(inOrder.toSorted());
    }
  });

  it("never arrive at a closed school or ship before today, whatever the breaks and closed days are", () => {
    const pause = fc.record({ from: fc.nat(120), days: fc.nat(15) });
    const pauses = fc.array(pause, { maxLength: 4 });
    const on = (n: number) => dayAfter("2026-03-02", n);
    fc.assert(
      fc.property(pauses, pauses, fc.nat(60), fc.nat(20), fc.nat(10), (ofSchool, ofLibrary, now, ahead, days) => {
        const stretch = ({ from, days: more }: { from: number; days: number }) => ({
          from: on(from),
          to: on(from + more),
        });
        const calendar = { years: [], breaks: ofSchool.map((closure) => ({ ...stretch(closure), about: "" })) };
        const known = { ...ways, closed: ofLibrary.map(stretch), school: closedDaysOf(calendar) };
        const from = dayAfter(firstTeachingDay(on(now), known), ahead);
        const dates = lendingDays({ from, to: dayAfter(from, days) }, known);
        expect(dates.shipBy >= on(now)).toBe(true);
        for (const day of [dates.arriveBy, dates.mailBackBy, dates.dueBy]) {
          expect(closureOn(day, calendar)).toBeUndefined();
          expect(isBusinessDay(day, known.closed)).toBe(true);
        }
        expect(dates.shipBy <= dates.arriveBy && dates.arriveBy < from).toBe(true);
        expect(dates.mailBackBy <= dates.dueBy && dates.dueBy < dates.availableOn).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
