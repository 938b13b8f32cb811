import { expect, it } from "vitest";
import type { Risk } from "./risks.queries.ts";
import { dueMail } from "./watch-reservations.ts";

const now = new Date("2026-03-02T20:00:00Z");
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const mail = (risk: Partial<Risk>) =>
  dueMail(
    { is_at_risk: true, since: ago(24), emailed_at: null, ship_on: "2026-04-01", teach_to: "2026-04-10", ...risk },
    { now, today: "2026-03-02" },
  );

it("the email about a risk is due after a day, or after an hour for an order that ships within a week", () => {
  expect(mail({})).toBe("at risk");
  expect(mail({ since: ago(23) })).toBeUndefined();
  expect(mail({ since: ago(1), ship_on: "2026-03-09" })).toBe("at risk");
  expect(mail({ since: ago(0.9), ship_on: "2026-03-09" })).toBeUndefined();
  expect(mail({ since: ago(1), ship_on: "2026-03-10" })).toBeUndefined();
});

it("the email about a risk is due once, at most 60 days before shipping, and never after the dates", () => {
  expect(mail({ emailed_at: ago(5) })).toBeUndefined();
  expect(mail({ ship_on: "2026-05-01", teach_to: "2026-05-08" })).toBe("at risk");
  expect(mail({ ship_on: "2026-05-02", teach_to: "2026-05-08" })).toBeUndefined();
  expect(mail({ ship_on: "2026-02-20", teach_to: "2026-03-02" })).toBe("at risk");
  expect(mail({ ship_on: "2026-02-20", teach_to: "2026-03-01" })).toBeUndefined();
});

it("the email about a resolved risk is due after a day, and only if the borrower got an email about the risk", () => {
  expect(mail({ is_at_risk: false, emailed_at: ago(100) })).toBe("resolved");
  expect(mail({ is_at_risk: false, emailed_at: ago(100), since: ago(23) })).toBeUndefined();
  expect(mail({ is_at_risk: false })).toBeUndefined();
});
