import { expect, it } from "vitest";
import { createBurst, type KeyRole } from "./use-hand-scanner.ts";
import { createRepeatGuard } from "./use-reading.ts";

function lastRole(keys: readonly string[], gap: number, withModifier = false): KeyRole | undefined {
  const burst = createBurst();
  return keys.map((key, at) => burst({ key, at: 1000 + at * gap, withModifier })).at(-1);
}

it("a fast run of keys that ends in Enter is a scan, even with Shift keys", () => {
  expect(lastRole(["Shift", "{", "a", "Shift", "}", "Enter"], 8)).toEqual({ is: "end", text: "{a}" });
});

it("typing is not mistaken for a scan", () => {
  expect(lastRole(["B", "1", "2", "3", "Enter"], 140)).toEqual({ is: "nothing" });
});

it("a lone Enter, a short run, and a shortcut are not scans", () => {
  expect(lastRole(["Enter"], 8)).toEqual({ is: "nothing" });
  expect(lastRole(["1", "2", "Enter"], 8)).toEqual({ is: "nothing" });
  expect(lastRole(["a", "b", "c", "Enter"], 8, true)).toEqual({ is: "nothing" });
});

it("a scan ends with Enter or Tab, and a second one or a line feed belongs to it", () => {
  expect(lastRole(["a", "b", "c", "Tab"], 8)).toEqual({ is: "end", text: "abc" });
  for (const end of ["Enter", "Tab"]) expect(lastRole(["a", "b", "c", end, "Enter"], 8)).toEqual({ is: "rest" });
});

it("a scan starts over after a pause", () => {
  const burst = createBurst();
  const stroke = (key: string, at: number) => burst({ key, at, withModifier: false });
  stroke("x", 0);
  ["1", "2", "3", "4"].forEach((key, at) => stroke(key, 500 + at * 5));
  expect(stroke("Enter", 525)).toEqual({ is: "end", text: "1234" });
});

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
  const newCodes = ["a", "b", "a", "b", "a"].filter((code) => {
    time += 100;
    return guard.isNew(code);
  });
  expect(newCodes).toEqual(["a", "b"]);
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
