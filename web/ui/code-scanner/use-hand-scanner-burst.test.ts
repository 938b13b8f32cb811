import { expect, it } from "vitest";
import { createBurst, type KeyRole } from "./use-hand-scanner.ts";

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
  expect(lastRole(["a", "b", "c", "Tab", "Enter"], 8)).toEqual({ is: "nothing" });
});

it("a scan starts over after a pause", () => {
  const burst = createBurst();
  const stroke = (key: string, at: number) => burst({ key, at, withModifier: false });
  stroke("x", 0);
  ["1", "2", "3", "4"].forEach((key, at) => stroke(key, 500 + at * 5));
  expect(stroke("Enter", 525)).toEqual({ is: "end", text: "1234" });
});
