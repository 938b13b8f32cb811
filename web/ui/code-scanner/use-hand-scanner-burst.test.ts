import { expect, it } from "vitest";
import { createBurst, type Heard } from "./use-hand-scanner.ts";

function heard(keys: readonly string[], gap: number, withModifier = false): Heard | undefined {
  const burst = createBurst();
  return keys.map((key, at) => burst({ key, at: 1000 + at * gap, withModifier })).at(-1);
}

it("recognizes a hand scanner, with its Shift keys", () => {
  expect(heard(["Shift", "{", "a", "Shift", "}", "Enter"], 8)).toEqual({ is: "end", text: "{a}" });
});

it("does not mistake typing for a scan", () => {
  expect(heard(["B", "1", "2", "3", "Enter"], 140)).toEqual({ is: "nothing" });
});

it("ignores a lone Enter, a short run, and a shortcut", () => {
  expect(heard(["Enter"], 8)).toEqual({ is: "nothing" });
  expect(heard(["1", "2", "Enter"], 8)).toEqual({ is: "nothing" });
  expect(heard(["a", "b", "c", "Enter"], 8, true)).toEqual({ is: "nothing" });
  expect(heard(["a", "b", "c", "Tab", "Enter"], 8)).toEqual({ is: "nothing" });
});

it("starts again after a pause", () => {
  const burst = createBurst();
  const stroke = (key: string, at: number) => burst({ key, at, withModifier: false });
  stroke("x", 0);
  ["1", "2", "3", "4"].forEach((key, at) => stroke(key, 500 + at * 5));
  expect(stroke("Enter", 525)).toEqual({ is: "end", text: "1234" });
});
