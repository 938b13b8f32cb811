import { describe, expect, it } from "vitest";
import { guessFor, type Known } from "./guess.rules.ts";

const today = "2026-03-01";
const daysLate = [-2, -1, 0, 0, 1, 1, 2, 3, 5, 9];
const due = (day: string, districtLate: number[] = []) => ({ due: day, districtLate });
const atOnce = (count: number): string[] => Array.from({ length: count }, () => "-infinity");
const guess = ({ ahead = [], ...known }: Partial<Omit<Known, "ahead">> & { ahead?: number | string[] }) =>
  guessFor(
    {
      loans: [due("2026-03-10"), due("2026-03-20")],
      held: 0,
      daysLate,
      readyOn: null,
      ...known,
      ahead: typeof ahead === "number" ? atOnce(ahead) : ahead,
    },
    today,
    32,
  );

describe("a guess", () => {
  it("spans the days in which eight of ten loans came back, from the day that this one’s copy is due", () => {
    expect(guess({})).toEqual({ earliest: "2026-03-09", latest: "2026-03-15" });
    expect(guess({ ahead: 1 })).toEqual({ earliest: "2026-03-19", latest: "2026-03-25" });
  });

  it("knows how late the district is that has the copy, also of a title that nobody had before", () => {
    const late = [8, 8, 8, 8, 8];
    expect(guess({ daysLate: [], loans: [due("2026-03-10", late)] })).toEqual({
      earliest: "2026-03-18",
      latest: "2026-03-18",
    });
    expect(guess({ loans: [due("2026-03-10", late), due("2026-03-20")], ahead: 1 })?.latest).toBe("2026-03-25");
    expect(guess({ loans: [due("2026-03-10", late)] })).toEqual({ earliest: "2026-03-09", latest: "2026-03-18" });
  });

  it("counts a whole loan more for each who is before and has no other copy to wait for", () => {
    expect(guess({ ahead: 2 })).toEqual({ earliest: "2026-04-09", latest: "2026-04-21" });
    expect(guess({ ahead: 3 })).toEqual({ earliest: "2026-04-19", latest: "2026-05-01" });
    expect(guess({ ahead: 5 })).toBeDefined();
    expect(guess({ ahead: 6 })).toBeUndefined();
  });

  it("counts copies that are held for others as lent next", () => {
    expect(guess({ loans: [], held: 1 })).toEqual({ earliest: "2026-04-01", latest: "2026-04-07" });
    expect(guess({ held: 1, ahead: 2 })).toEqual({ earliest: "2026-04-01", latest: "2026-04-07" });
  });

  it("passes over who needs it only later, and counts them again from then on", () => {
    expect(guess({ ahead: ["2026-03-15"] })).toEqual(guess({}));
    expect(guess({ ahead: ["2026-03-15", "-infinity"] })).toEqual(guess({ ahead: 2 }));
    expect(guess({ ahead: ["2026-06-01", "-infinity"] })).toEqual(guess({ ahead: 1 }));
  });

  it("is not before the day on which a copy is needed", () => {
    expect(guess({ readyOn: "2026-03-12" })).toEqual({ earliest: "2026-03-12", latest: "2026-03-15" });
    expect(guess({ readyOn: "2026-05-04" })).toEqual({ earliest: "2026-05-04", latest: "2026-05-04" });
  });

  it("does not begin before today, and is none once they are later than usual", () => {
    expect(guess({ loans: [due("2026-02-27")] })).toEqual({ earliest: today, latest: "2026-03-04" });
    expect(guess({ loans: [due("2026-02-20")] })).toBeUndefined();
  });

  it("is none without a loan to wait for, or with too few returns to learn from", () => {
    expect(guess({ loans: [] })).toBeUndefined();
    expect(guess({ daysLate: [0, 0, 0, 0] })).toBeUndefined();
    expect(guess({ daysLate: [0, 0], loans: [due("2026-03-10", [1, 1])] })).toBeUndefined();
  });
});
