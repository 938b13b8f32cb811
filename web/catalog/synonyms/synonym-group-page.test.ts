import { describe, expect, it } from "vitest";
import { applyChanges, isDirty, openForm } from "#web/ui/form/form-state.ts";
import { baseOf, bodyOf, entryProblems } from "./synonym-group-page.tsx";

const stored = { entryId: 7, words: "vape, juul", alsoTyped: "", broader: "tobacco", version: 3, changedAt: null };

describe("the synonym entry form", () => {
  it("starts with the stored entry, and without a version when it is new", () => {
    expect(baseOf(stored)).toEqual({ version: 3, values: { words: "vape, juul", alsoTyped: "", broader: "tobacco" } });
    expect(baseOf(undefined)).toEqual({ version: null, values: { words: "", alsoTyped: "", broader: "" } });
    expect(isDirty(applyChanges(openForm(baseOf(stored)), { words: "vape, juul, zyn" }))).toBe(true);
  });

  it("sends words separated by commas, however they were typed", () => {
    const values = { words: " vape ,\njuul;  puff   bar,", alsoTyped: "", broader: "tobacco," };
    expect(bodyOf(7, 3, values)).toEqual({
      entryId: 7,
      version: 3,
      words: "vape, juul, puff bar",
      alsoTyped: "",
      broader: "tobacco",
    });
    expect(entryProblems(values)).toEqual([]);
  });

  it("names a duplicate word", () => {
    expect(entryProblems({ words: "vape, juul", alsoTyped: "Vape", broader: "" })).toMatchObject([
      { field: "alsoTyped", message: expect.stringContaining("“Vape” is listed twice.") },
    ]);
  });
});
