import { expect, it } from "vitest";
import { growing } from "./growth.rules.ts";

const allowed = () => ({ ratio: 1.1, least: 5 });
const of = (values: readonly number[]) => values.map((memory) => ({ memory }));

it("sees what goes on growing after the start", () => {
  const leak = Array.from({ length: 12 }, (_, minute) => 100 + 10 * minute);
  expect(growing(of(leak), allowed)).toEqual(["memory grew from 160.0 to 200.0"]);
});

it("does not mind the start, one peak, or a saw of collected garbage", () => {
  expect(growing(of([50, 80, 110, 140, 150, 151, 150, 152, 151, 150, 152, 151]), allowed)).toEqual([]);
  expect(growing(of([100, 100, 100, 100, 101, 100, 101, 100, 300, 101, 100, 101]), allowed)).toEqual([]);
  expect(growing(of([100, 130, 100, 130, 100, 130, 100, 130, 100, 130, 100, 130]), allowed)).toEqual([]);
});

it("allows a small figure a small difference", () => {
  expect(growing(of([1, 1, 1, 1, 1, 1, 1, 3, 3, 3, 3, 3]), allowed)).toEqual([]);
});

it("says what was not measured to the end", () => {
  const samples = [...of([1, 1, 1, 1, 1, 1]), {}, {}, {}, {}, {}, {}];
  expect(growing(samples, allowed)).toEqual(["memory was not measured throughout"]);
});

it("refuses to judge too few samples", () => {
  expect(() => growing(of([1, 2, 3]), allowed)).toThrow("Too few samples");
});
