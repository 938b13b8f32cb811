import { beforeEach, describe, expect, it } from "vitest";
import { countStored, newScanId, removeScans, type StoredScan, storedScans, storeScan } from "./scan-queue.ts";

const [ann, ben] = [1, 11];
const aScan = (changes: Partial<StoredScan> = {}): StoredScan => ({
  scanId: newScanId(),
  text: "B12345 copy 2",
  place: "",
  at: "2026-03-02T18:00:00.000Z",
  isUndone: false,
  ...changes,
});

beforeEach(() => localStorage.clear());

describe("unsent scans in a browser", () => {
  it("are stored unchanged, oldest first", () => {
    const [second, first] = [aScan({ at: "2026-03-02T18:00:01.000Z" }), aScan()];
    for (const scan of [second, first]) storeScan(ann, 7, scan);
    expect(storedScans(ann, 7)).toEqual([first, second]);
  });

  it("belong to one person and one inventory count; others only see their number", () => {
    storeScan(ann, 7, aScan());
    storeScan(ann, 70, aScan());
    expect([storedScans(ben, 7), storedScans(ann, 77), storedScans(ann, 7)].map(({ length }) => length)).toEqual([
      0, 0, 1,
    ]);
    expect(countStored(ben, 7)).toEqual({ mine: 0, others: 1 });
    expect(countStored(ann, 7)).toEqual({ mine: 1, others: 0 });
  });

  it("are removed once they are sent, unless they were undone in the meantime", () => {
    const [first, second] = [aScan(), aScan()];
    for (const scan of [first, second, { ...first, isUndone: true }]) storeScan(ann, 7, scan);
    removeScans(ann, 7, [first, second]);
    expect(storedScans(ann, 7)).toEqual([{ ...first, isUndone: true }]);
  });

  it("report that storage is full", () => {
    expect(storeScan(ann, 7, aScan({ text: "x".repeat(6_000_000) }))).toBe(false);
  });

  it("ignore damaged entries in the storage", () => {
    localStorage.setItem("inventory-count:1:7:beef", "{");
    localStorage.setItem("inventory-count:1:7:cafe", '{"text":7}');
    expect(storedScans(ann, 7)).toEqual([]);
  });
});

it("new scan ids are distinct", () => {
  const ids = Array.from({ length: 100 }, newScanId);
  expect(new Set(ids).size).toBe(100);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
});
