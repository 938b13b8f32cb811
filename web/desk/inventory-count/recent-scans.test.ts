import { expect, it } from "vitest";
import { writeLabel } from "#contract/catalog/label-code.ts";
import type { CountedScan } from "#contract/desk/inventory-counts.ts";
import type { StoredScan } from "./scan-queue.ts";
import { recentScans } from "./recent-scans.tsx";

const at = "2026-03-02T18:00:00.000Z";
const copy: CountedScan["copy"] = {
  inventoryItemId: 7,
  inventoryId: 1,
  skuNumber: "B12345",
  copyNumber: 2,
  title: "Food and mood",
  language: "",
  shelfLocation: "A1",
  isInactive: false,
  isArchived: false,
  inactiveReason: null,
  orderId: null,
  heldFor: null,
};
const counted = (scanId: string, changes: Partial<CountedScan> = {}): CountedScan => ({
  scanId,
  text: "7",
  at,
  isUndone: false,
  outcome: "found",
  isRepeat: false,
  copy,
  ...changes,
});
const unsent = (scanId: string, changes: Partial<StoredScan> = {}): StoredScan => ({
  scanId,
  text: writeLabel({ inventoryItemId: 7, skuNumber: "B12345" }),
  place: "",
  at,
  isUndone: false,
  ...changes,
});
const words = (...scans: Parameters<typeof recentScans>) =>
  recentScans(...scans).map((scan) => `${scan.words}: ${scan.name}`);

it("recentScans puts unsent scans first, newest on top, whatever the phone's clock says", () => {
  const early = unsent("c", { at: "1999-01-01T00:00:00.000Z", text: "b1-1" });
  expect(words([unsent("b"), early], [counted("a")])).toEqual([
    "Not sent yet: b1-1",
    "Not sent yet: Label #B12345",
    "Found: #B12345 copy 2",
  ]);
});

it("recentScans shows an undone scan in its place until the undo is sent", () => {
  expect(words([unsent("a", { isUndone: true })], [counted("b"), counted("a")])).toEqual([
    "Found: #B12345 copy 2",
    "Undone, not sent yet: #B12345 copy 2",
  ]);
});

it.each([
  ["Found", {}],
  ["Already counted", { isRepeat: true }],
  ["Misplaced: it belongs at A1", { outcome: "misplaced" }],
  ["Unexpected: it is not on the list", { outcome: "unexpected" }],
  [
    "Unexpected: it is inactive (repair)",
    { outcome: "unexpected", copy: { ...copy, isInactive: true, inactiveReason: "repair" } },
  ],
  ["Unexpected: it is packed for order #9", { outcome: "unexpected", copy: { ...copy, orderId: 9 } }],
  ["On loan according to our records (order #9)", { outcome: "out", copy: { ...copy, orderId: 9 } }],
  [
    "On hold for Ann Lee, Oak School: bring it to the hold shelf",
    { outcome: "held", copy: { ...copy, heldFor: { borrowerName: "Ann Lee", schoolName: "Oak School" } } },
  ],
  ["Unknown code: type the SKU with the copy number", { outcome: "unknown", copy: null }],
  ["Undone", { isUndone: true }],
] satisfies [string, Partial<CountedScan>][])("recentScans says: %s", (sentence, changes) => {
  expect(recentScans([], [counted("a", changes)])[0]?.words).toBe(sentence);
});
