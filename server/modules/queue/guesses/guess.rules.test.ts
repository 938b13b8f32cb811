import { expect, it } from "vitest";
import { guessFor } from "./guess.rules.ts";

const today = "2026-03-01";
const daysLate = [-2, -1, 0, 0, 1, 1, 2, 3, 5, 9];

it("spans the days in which eight of ten loans came back, from the day that this one's copy is due", () => {
  const known = { dueDays: ["2026-03-10", "2026-03-20"], daysLate };
  expect(guessFor(0, known, today)).toEqual({ earliest: "2026-03-09", latest: "2026-03-15" });
  expect(guessFor(1, known, today)).toEqual({ earliest: "2026-03-19", latest: "2026-03-25" });
});

it("does not begin before today, and is none once they are later than usual", () => {
  expect(guessFor(0, { dueDays: ["2026-02-27"], daysLate }, today)).toEqual({ earliest: today, latest: "2026-03-04" });
  expect(guessFor(0, { dueDays: ["2026-02-20"], daysLate }, today)).toBeUndefined();
});

it("is none without a loan to wait for, or with too few returns to learn from", () => {
  expect(guessFor(2, { dueDays: ["2026-03-10", "2026-03-20"], daysLate }, today)).toBeUndefined();
  expect(guessFor(0, { dueDays: ["2026-03-10"], daysLate: [0, 0, 0, 0] }, today)).toBeUndefined();
});
