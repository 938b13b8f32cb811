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

describe("a list to store", () => {
  it("gives new subjects the next numbers, and new grades the next bits", () => {
    const sent = [entry(0, "New"), entry(2, "Two"), entry(0, "Newer"), entry(1, "One")];
    expect(entriesToStore("subjects", stored, sent)?.map(({ id }) => id)).toEqual([3, 2, 4, 1]);
    expect(entriesToStore("grades", stored, sent)?.map(({ id }) => id)).toEqual([64, 2, 128, 1]);
  });

  it.each([
    ["lacks one", [entry(1, "One")]],
    ["has one twice", [entry(1, "One"), entry(2, "Two"), entry(2, "Two")]],
    ["has one that nobody stored", [entry(1, "One"), entry(2, "Two"), entry(9, "Nine")]],
    ["has “All grades”", [entry(1, "One"), entry(63, "All grades")]],
  ])("is none when it %s", (_name, sent) => {
    expect(entriesToStore("grades", stored, sent)).toBeUndefined();
  });

  it("changes the words of titles where a name or another word changed, and for a new grade", () => {
    const after = [entry(2, "Two", { isHidden: true }), entry(1, "One", { nameInSpanish: "Uno" }), entry(64, "New")];
    expect(withOtherWords("grades", stored, after).map(({ id }) => id)).toEqual([1, 64]);
    expect(withOtherWords("subjects", stored, after).map(({ id }) => id)).toEqual([1]);
  });

  it("is told by the names that people know", () => {
    const after = [entry(2, "Zwei", { alsoCalled: "dos" }), entry(1, "One", { isHidden: true }), entry(3, "Two")];
    expect(snapshotOf(after, stored)).toEqual({
      Two: "Zwei / Zwei ES; also found by dos",
      One: "One / One ES; hidden",
      "Two (new)": "Two / Two ES",
      Order: "Two, One, Two (new)",
    });
  });
});
