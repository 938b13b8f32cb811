import { expect, it } from "vitest";
import { restartDelay } from "./start-again.rules.ts";

it("restarting the library after a crash waits longer each time and gives up after five crashes in ten minutes", () => {
  const minute = 60_000;
  expect(restartDelay([0], 0)).toBe(1000);
  expect(restartDelay([0, minute], minute)).toBe(2000);
  expect(restartDelay([0, 1, 2, 3], 3)).toBe(4000);
  expect(restartDelay([0, 1, 2, 3, 4], 4)).toBeNull();
  expect(restartDelay([0, 1, 2, 3, 11 * minute], 11 * minute)).toBe(1000);
});
