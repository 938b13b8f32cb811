import { applyReload } from "#web/ui/form/form-notices.tsx";
import { describe, expect, it } from "vitest";
import type { StoredLists } from "#contract/catalog/code-lists.ts";
import { applyChanges, isDirty, openForm } from "#web/ui/form/form-state.ts";
import { baseOf, bodyOf, changeTo, type CodeListFormValues, editedCodes, newCode } from "./edit-code-list.tsx";

const code = (id: number, name: string) => ({ id, name, nameInSpanish: `${name}.`, alsoCalled: "", isHidden: false });
const listsOf = (...entries: ReturnType<typeof code>[]): StoredLists => ({
  subjects: { entries, version: entries.length },
  grades: { entries: [], version: 0 },
});
const stored = baseOf(listsOf(code(5, "Sleep"), code(2, "Food")), "subjects");
const form = openForm(stored);
const change = (now: typeof form, update: (codes: ReturnType<typeof editedCodes>) => ReturnType<typeof editedCodes>) =>
  applyChanges(now, changeTo(update(editedCodes(now.values)), now.values));
const rename = (now: typeof form, from: string, name: string) =>
  change(now, (codes) => codes.map((each) => (each.name === from ? { ...each, name } : each)));
const namesIn = (values: CodeListFormValues) => bodyOf(values).map(({ id, name }) => `${id} ${name}`);

describe("the code list form", () => {
  it("sends stored codes in order", () => {
    expect(namesIn(stored.values)).toEqual(["5 Sleep", "2 Food"]);
    expect(isDirty(form)).toBe(false);
  });

  it("tracks renames, reordering, additions, and removed additions", () => {
    expect(isDirty(rename(form, "Food", "Eating"))).toBe(true);
    const reversed = change(form, (codes) => codes.toReversed());
    expect(namesIn(reversed.values)).toEqual(["2 Food", "5 Sleep"]);
    const longer = change(form, (codes) => [...codes, { ...newCode(form.values), name: " Play " }]);
    expect(namesIn(longer.values)).toEqual(["5 Sleep", "2 Food", "0 Play"]);
    const back = change(longer, (codes) => codes.slice(0, 2));
    expect([isDirty(longer), isDirty(back)]).toEqual([true, false]);
    expect(newCode(back.values).key).not.toBe(newCode(form.values).key);
  });

  it("merges two managers’ changes to different codes, including added codes", () => {
    const theirs = baseOf(listsOf(code(5, "Rest"), code(2, "Food"), code(6, "Play")), "subjects");
    const mine = change(rename(form, "Food", "Eating"), (codes) => codes.toReversed());
    const merged = applyReload(mine, theirs, true);
    expect(namesIn(merged.values)).toEqual(["2 Eating", "5 Rest", "6 Play"]);
    expect(Object.keys(merged.theirs ?? {})).toEqual(["order"]);
  });
});
