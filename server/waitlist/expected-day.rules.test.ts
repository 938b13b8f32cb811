import { describe, expect, it } from "vitest";
import { expectedDay } from "./waitlist.ts";
import { type Outlook } from "./waitlist.queries.ts";

const rules = { today: "2026-03-02", loanDays: 30, inspectionDays: 1, closed: [] }; // a Monday
const dayFor = (outlook: Partial<Outlook>, changes: Partial<typeof rules> = {}) =>
  expectedDay({ dueOn: [], held: 0, ahead: 0, ...outlook }, { ...rules, ...changes });

describe("the expected day of a waitlist entry", () => {
  it("follows the first due date and inspection, whatever the order of the loans", () => {
    expect(dayFor({ dueOn: ["2026-03-24", "2026-03-10"] })).toBe("2026-03-11");
    expect(dayFor({ dueOn: ["2026-03-10"] }, { inspectionDays: 0 })).toBe("2026-03-10");
  });

  it("skips weekends and the library's closed days", () => {
    expect(dayFor({ dueOn: ["2026-03-06"] })).toBe("2026-03-09");
    expect(
      expectedDay(
        { dueOn: ["2026-03-06"], held: 0, ahead: 0 },
        { ...rules, closed: [{ from: "2026-03-09", to: "2026-03-10" }] },
      ),
    ).toBe("2026-03-11");
  });

  it("is later for each person ahead, by a whole loan period once they outnumber the copies", () => {
    const dueOn = ["2026-03-10", "2026-03-24"];
    expect(dayFor({ dueOn, ahead: 1 })).toBe("2026-03-25");
    expect(dayFor({ dueOn, ahead: 2 })).toBe("2026-04-10"); // the first copy once more
  });

  it("counts a copy on hold as lent from today", () => {
    expect(dayFor({ held: 1 })).toBe("2026-04-02");
  });

  it("is unknown without loans, with overdue copies only, and after too many loans", () => {
    expect(dayFor({})).toBeNull();
    expect(dayFor({ dueOn: ["2026-03-01"] })).toBeNull();
    expect([2, 3].map((ahead) => dayFor({ dueOn: ["2026-03-10"], ahead }))).toEqual(["2026-05-11", null]);
  });
});
