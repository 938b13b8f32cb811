import { expect, it } from "vitest";
import { createRepeatGuard } from "./use-reading.ts";

it("a code counts once while it stays in view, and again after it was gone", () => {
  let time = 0;
  const guard = createRepeatGuard(2000, () => time);
  expect(guard.isNew("a")).toBe(true);
  for (time = 500; time < 9000; time += 500) expect(guard.isNew("a")).toBe(false);
  time += 2000;
  expect(guard.isNew("a")).toBe(true);
});

it("two codes in one picture count once each", () => {
  let time = 0;
  const guard = createRepeatGuard(2000, () => time);
  const counted = ["a", "b", "a", "b", "a"].filter((code) => {
    time += 100;
    return guard.isNew(code);
  });
  expect(counted).toEqual(["a", "b"]);
});

it("the processing time of a code does not count as absence", () => {
  let time = 0;
  const guard = createRepeatGuard(2000, () => time);
  guard.isNew("a");
  time = 9000;
  guard.seen("a");
  time = 9100;
  expect(guard.isNew("a")).toBe(false);
});
