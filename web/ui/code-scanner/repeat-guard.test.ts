import { expect, it } from "vitest";
import { createRepeatGuard } from "./use-reading.ts";

it("counts a code once while it stays in sight, and again after it was away", () => {
  let time = 0;
  const guard = createRepeatGuard(2000, () => time);
  expect(guard.isNew("a")).toBe(true);
  for (time = 500; time < 9000; time += 500) expect(guard.isNew("a")).toBe(false);
  time += 2000;
  expect(guard.isNew("a")).toBe(true);
});

it("counts two labels in one picture once each", () => {
  let time = 0;
  const guard = createRepeatGuard(2000, () => time);
  const taken = ["a", "b", "a", "b", "a"].filter((code) => {
    time += 100;
    return guard.isNew(code);
  });
  expect(taken).toEqual(["a", "b"]);
});

it("does not count the processing time of a code", () => {
  let time = 0;
  const guard = createRepeatGuard(2000, () => time);
  guard.isNew("a");
  time = 9000;
  guard.keep("a");
  time = 9100;
  expect(guard.isNew("a")).toBe(false);
});
