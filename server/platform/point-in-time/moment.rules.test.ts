import { expect, it } from "vitest";
import { momentInWords, momentOf } from "./moment.rules.ts";

const zone = "America/Los_Angeles";

it("reads a time of the library's time zone, with seconds or without, and an instant", () => {
  expect(momentOf("2026-11-27 14:05", zone)?.toISOString()).toBe("2026-11-27T22:05:00.000Z");
  expect(momentOf("2026-07-01T14:05:09", zone)?.toISOString()).toBe("2026-07-01T21:05:09.000Z");
  expect(momentOf("2026-11-27T22:05:00.123Z", zone)?.toISOString()).toBe("2026-11-27T22:05:00.123Z");
  expect(momentOf("2026-11-01 00:30", zone)?.toISOString()).toBe("2026-11-01T07:30:00.000Z"); // the night of a clock change
});

it("refuses what is no time, as an hour that a clock change skips", () => {
  for (const text of ["yesterday", "2026-02-30 10:00", "2026-11-27", "2026-11-27 25:00", "2026-03-08 02:30", "Z"])
    expect(momentOf(text, zone), text).toBeUndefined();
});

it("says a time as it is given", () => {
  expect(momentInWords(new Date("2026-11-27T22:05:00Z"), zone)).toBe("2026-11-27 14:05:00");
});
