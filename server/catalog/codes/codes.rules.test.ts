import { describe, expect, it } from "vitest";
import type { CodeEntry } from "#contract/catalog/code-lists.ts";
import { entriesToStore, snapshotOf, withOtherWords } from "./codes.rules.ts";

const entry = (id: number, name: string, more: Partial<CodeEntry> = {}): CodeEntry => ({
  id,
  name,
  nameInSpanish: `${name} ES`,
  alsoCalled: "",
  isHidden: false,
  ...more,
});
const stored = [entry(1, "One"), entry(2, "Two")];

describe("saving a code list", () => {
  it("gives new subjects the next numbers, and new grades the next bits", () => {
    const edited = [entry(0, "New"), entry(2, "Two"), entry(0, "Newer"), entry(1, "One")];
    expect(entriesToStore("subjects", stored, edited)?.map(({ id }) => id)).toEqual([3, 2, 4, 1]);
    expect(entriesToStore("grades", stored, edited)?.map(({ id }) => id)).toEqual([64, 2, 128, 1]);
  });

  it.each([
    ["is missing a stored entry", [entry(1, "One")]],
    ["has a duplicate entry", [entry(1, "One"), entry(2, "Two"), entry(2, "Two")]],
    ["has an unknown entry", [entry(1, "One"), entry(2, "Two"), entry(9, "Nine")]],
    ["has “All grades”", [entry(1, "One"), entry(63, "All grades")]],
  ])("rejects a list that %s", (_name, edited) => {
    expect(entriesToStore("grades", stored, edited)).toBeUndefined();
  });

  it("rewrites search words for changed names and new grades, but not for new subjects", () => {
    const after = [entry(2, "Two", { isHidden: true }), entry(1, "One", { nameInSpanish: "Uno" }), entry(64, "New")];
    expect(withOtherWords("grades", stored, after).map(({ id }) => id)).toEqual([1, 64]);
    expect(withOtherWords("subjects", stored, after).map(({ id }) => id)).toEqual([1]);
  });

  it("logs entries under their previous names", () => {
    const after = [entry(2, "Zwei", { alsoCalled: "dos" }), entry(1, "One", { isHidden: true }), entry(3, "Two")];
    expect(snapshotOf(after, stored)).toEqual({
      Two: "Zwei / Zwei ES; also found by dos",
      One: "One / One ES; hidden",
      "Two (new)": "Two / Two ES",
      Order: "Two, One, Two (new)",
    });
  });
});
