import { expect, it } from "vitest";
import { waitAfter } from "./start-again.rules.ts";

it("starts the library again after a crash, later each time, and not in a loop", () => {
  const minute = 60_000;
  expect(waitAfter([0], 0)).toBe(1000);
  expect(waitAfter([0, minute], minute)).toBe(2000);
  expect(waitAfter([0, 1, 2, 3], 3)).toBe(4000);
  expect(waitAfter([0, 1, 2, 3, 4], 4)).toBeNull();
  expect(waitAfter([0, 1, 2, 3, 11 * minute], 11 * minute)).toBe(1000);
});
