import { expect, it } from "vitest";
import type { Risk } from "./risks.queries.ts";
import { wordOf } from "./watch-reservations.ts";

const now = new Date("2026-03-02T20:00:00Z");
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const word = (risk: Partial<Risk>) =>
  wordOf(
    { is_at_risk: true, since: ago(24), told_at: null, leaves_on: "2026-04-01", teach_to: "2026-04-10", ...risk },
    { now, today: "2026-03-02" },
  );

it("a risk is told after a day, or after an hour when it should leave within a week", () => {
  expect(word({})).toBe("at risk");
  expect(word({ since: ago(23) })).toBeUndefined();
  expect(word({ since: ago(1), leaves_on: "2026-03-09" })).toBe("at risk");
  expect(word({ since: ago(0.9), leaves_on: "2026-03-09" })).toBeUndefined();
  expect(word({ since: ago(1), leaves_on: "2026-03-10" })).toBeUndefined();
});

it("a risk is told once, at most 60 days before it should leave, and never when the days are over", () => {
  expect(word({ told_at: ago(5) })).toBeUndefined();
  expect(word({ leaves_on: "2026-05-01", teach_to: "2026-05-08" })).toBe("at risk");
  expect(word({ leaves_on: "2026-05-02", teach_to: "2026-05-08" })).toBeUndefined();
  expect(word({ leaves_on: "2026-02-20", teach_to: "2026-03-02" })).toBe("at risk");
  expect(word({ leaves_on: "2026-02-20", teach_to: "2026-03-01" })).toBeUndefined();
});

it("only who was told of a risk hears that it is over, after as long", () => {
  expect(word({ is_at_risk: false, told_at: ago(100) })).toBe("kept");
  expect(word({ is_at_risk: false, told_at: ago(100), since: ago(23) })).toBeUndefined();
  expect(word({ is_at_risk: false })).toBeUndefined();
});
