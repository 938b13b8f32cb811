import { describe, expect, it } from "vitest";
import type { StoredLists } from "#contract/catalog/code-lists.ts";
import { applyReload } from "#web/ui/form/conflict.ts";
import { isDirty, openForm, applyChanges } from "#web/ui/form/form-state.ts";
import { baseOf, bodyOf, changeTo, type CodeListFormValues, editedCodes, freshCode } from "./code-list-form-values.ts";

const code = (id: number, name: string) => ({ id, name, nameInSpanish: `${name}.`, alsoCalled: "", isHidden: false });
const listsOf = (...entries: ReturnType<typeof code>[]): StoredLists => ({
  subjects: { entries, version: entries.length },
  grades: { entries: [], version: 0 },
});
const stored = baseOf(listsOf(code(5, "Sleep"), code(2, "Food")), "subjects");
const form = openForm(stored);
const change = (now: typeof form, to: (codes: ReturnType<typeof editedCodes>) => ReturnType<typeof editedCodes>) =>
  applyChanges(now, changeTo(to(editedCodes(now.values)), now.values));
const renamed = (now: typeof form, from: string, name: string) =>
  change(now, (codes) => codes.map((each) => (each.name === from ? { ...each, name } : each)));
const namesIn = (values: CodeListFormValues) => bodyOf(values).map(({ id, name }) => `${id} ${name}`);

describe("the form of a list of codes", () => {
  it("sends what is stored, in its order", () => {
    expect(namesIn(stored.values)).toEqual(["5 Sleep", "2 Food"]);
    expect(isDirty(form)).toBe(false);
  });

  it("knows a rename, another order, and a new one, and what was taken back", () => {
    expect(isDirty(renamed(form, "Food", "Eating"))).toBe(true);
    const turned = change(form, (codes) => codes.toReversed());
    expect(namesIn(turned.values)).toEqual(["2 Food", "5 Sleep"]);
    const longer = change(form, (codes) => [...codes, { ...freshCode(form.values), name: " Play " }]);
    expect(namesIn(longer.values)).toEqual(["5 Sleep", "2 Food", "0 Play"]);
    const back = change(longer, (codes) => codes.slice(0, 2));
    expect([isDirty(longer), isDirty(back)]).toEqual([true, false]);
    expect(freshCode(back.values).key).not.toBe(freshCode(form.values).key);
  });

  it("keeps both, where two managers changed different ones, and what the other one added", () => {
    const theirs = baseOf(listsOf(code(5, "Rest"), code(2, "Food"), code(6, "Play")), "subjects");
    const mine = change(renamed(form, "Food", "Eating"), (codes) => codes.toReversed());
    const both = applyReload(mine, theirs, true);
    expect(namesIn(both.values)).toEqual(["2 Eating", "5 Rest", "6 Play"]);
    expect(Object.keys(both.theirs ?? {})).toEqual(["order"]);
  });
});
