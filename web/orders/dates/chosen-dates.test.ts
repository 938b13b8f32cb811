import { expect, it } from "vitest";
import { datesFrom } from "./chosen-dates.ts";

it("teaching dates in an address count only if both exist", () => {
  expect(datesFrom(["2026-03-02", "2026-03-06"])).toEqual({ from: "2026-03-02", to: "2026-03-06" });
  for (const odd of ["2026-02-30", "2026-13-45", "0000-00-00", "10000-01-01", "275760-09-14", "", null])
    expect(datesFrom(["2026-01-05", odd]), `${odd}`).toBeUndefined();
});
