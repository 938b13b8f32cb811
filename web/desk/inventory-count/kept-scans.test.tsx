import { beforeEach, describe, expect, it } from "vitest";
import { countKept, forgetScans, keepScan, type KeptScan, keptScans, newScanId } from "./kept-scans.ts";

const [ann, ben] = [1, 11];
const aScan = (given: Partial<KeptScan> = {}): KeptScan => ({
  scanId: newScanId(),
  text: "B12345 copy 2",
  place: "",
  at: "2026-03-02T18:00:00.000Z",
  isUndone: false,
  ...given,
});

beforeEach(() => localStorage.clear());

describe("scans that wait in a browser", () => {
  it("are there again as they were, the oldest first", () => {
    const [second, first] = [aScan({ at: "2026-03-02T18:00:01.000Z" }), aScan()];
    for (const scan of [second, first]) keepScan(ann, 7, scan);
    expect(keptScans(ann, 7)).toEqual([first, second]);
  });

  it("are one person's and one inventory-count's; others only count them", () => {
    keepScan(ann, 7, aScan());
    keepScan(ann, 70, aScan());
    expect([keptScans(ben, 7), keptScans(ann, 77), keptScans(ann, 7)].map(({ length }) => length)).toEqual([0, 0, 1]);
    expect(countKept(ben, 7)).toEqual({ mine: 0, others: 1 });
    expect(countKept(ann, 7)).toEqual({ mine: 1, others: 0 });
  });

  it("go once they are sent, but not when they were undone on the way", () => {
    const [one, other] = [aScan(), aScan()];
    for (const scan of [one, other, { ...one, isUndone: true }]) keepScan(ann, 7, scan);
    forgetScans(ann, 7, [one, other]);
    expect(keptScans(ann, 7)).toEqual([{ ...one, isUndone: true }]);
  });

  it("are said not to be kept when there is no room", () => {
    expect(keepScan(ann, 7, aScan({ text: "x".repeat(6_000_000) }))).toBe(false);
  });

  it("survive what somebody else wrote there", () => {
    localStorage.setItem("inventory-count:1:7:beef", "{");
    localStorage.setItem("inventory-count:1:7:cafe", '{"text":7}');
    expect(keptScans(ann, 7)).toEqual([]);
  });
});

it("numbers scans apart", () => {
  const ids = Array.from({ length: 100 }, newScanId);
  expect(new Set(ids).size).toBe(100);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
});
