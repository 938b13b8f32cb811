import { expect, it } from "vitest";
import { agoInWords } from "./system-page.tsx";

const now = Date.parse("2026-11-23T12:00:00Z");

it.each([
  ["2026-11-23T11:59:00Z", "less than an hour ago"],
  ["2026-11-23T13:00:00Z", "less than an hour ago"], // a clock that is ahead
  ["2026-11-23T11:00:00Z", "1 hour ago"],
  ["2026-11-22T01:00:00Z", "35 hours ago"],
  ["2026-11-21T12:00:00Z", "2 days ago"],
])("agoInWords says on November 23 at noon that %s was %s", (at, words) => {
  expect(agoInWords(at, now)).toBe(words);
});
