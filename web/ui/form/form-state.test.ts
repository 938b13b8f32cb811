import { describe, expect, it } from "vitest";
import {
  applyChanges,
  changedFields,
  type FormState,
  isDirty,
  markVisited,
  openForm,
  problemsOf,
  recordAttempt,
  recordRefusal,
  recordSave,
} from "./form-state.ts";
import { applyReload, linesOf, rebase, resume } from "./form-notices.tsx";

const picture = { id: 3, url: "/media/a-320.webp", fileName: "a.png" };
type Item = { title: string; tags: string; picture: typeof picture | null; steps: { text: string }[] };
const values: Item = { title: "Sleep", tags: "", picture: null, steps: [{ text: "Lie down" }] };
const stored = { version: 4, values };
const names = ["title", "tags", "picture", "steps"];
const form = openForm(stored);
const theirs = (version: number, changes: Partial<Item> = {}) => ({
  version,
  values: { ...stored.values, ...changes },
});
const sentences = (state: FormState<Item>) =>
  problemsOf(state, names).map(({ field, message }) => `${field}: ${message}`);
const titleMissing = { field: "title", message: "Title is required." };
const stepMissing = { field: "steps.1.text", message: "Step is required." };

describe("a changed form", () => {
  it("is unsaved until its values equal the stored ones again", () => {
    expect(isDirty(form)).toBe(false);
    expect(isDirty(applyChanges(form, { title: "Sleep well" }))).toBe(true);
    expect(isDirty(applyChanges(applyChanges(form, { title: "Sleep well" }), { title: "Sleep" }))).toBe(false);
  });

  it("is unchanged by the same file under another address", () => {
    const before = { ...stored.values, picture };
    expect(changedFields(before, { ...before, picture: { ...picture, url: "elsewhere" } })).toEqual([]);
    expect(changedFields(before, { ...before, picture: { ...picture, id: 5 } })).toEqual(["picture"]);
    expect(changedFields(before, stored.values)).toEqual(["picture"]);
  });
});

describe("a problem", () => {
  it("is shown after the first attempt to save, one per field, in the order of the form", () => {
    const invalid = { ...form, ruleProblems: [stepMissing, titleMissing] };
    expect(sentences(invalid)).toEqual([]);
    const duplicate = { field: "title", message: "Too long, too." };
    expect(sentences(recordAttempt(form, [stepMissing, titleMissing, duplicate]))).toEqual([
      "title: Title is required.",
      "steps.1.text: Step is required.",
    ]);
  });

  it("is shown in a strict form once its field loses the focus", () => {
    expect(sentences(markVisited({ ...form, ruleProblems: [titleMissing, stepMissing] }, "title"))).toEqual([
      "title: Title is required.",
    ]);
  });

  it("takes the focus once for each attempt that ends with problems, here or on the server", () => {
    const once = recordAttempt(form, [titleMissing]);
    expect(once.attempt).toBe(form.attempt + 1);
    expect(recordSave(once, stored.values, stored).attempt).toBe(once.attempt);
    const sent = recordAttempt(once, []);
    expect(sent.attempt).toBe(once.attempt);
    expect(recordRefusal(sent, { errors: [titleMissing] }).attempt).toBe(once.attempt + 1);
  });

  it("does not take the focus while the user types", () => {
    const state = recordRefusal(recordAttempt(form, []), { errors: [], objection: "No." });
    expect({ ...applyChanges(state, { title: "" }), ruleProblems: [titleMissing] }.attempt).toBe(form.attempt);
  });
});

describe("a refusal", () => {
  it("is shown at each field until that field or a part of it changes", () => {
    const state = recordRefusal(applyChanges(form, { title: "Mine" }), {
      errors: [titleMissing, stepMissing],
      objection: "No.",
    });
    expect(sentences(state)).toEqual(["title: Title is required.", "steps.1.text: Step is required."]);
    expect([state.values.title, state.objection]).toEqual(["Mine", undefined]);
    expect(sentences(applyChanges(state, { steps: [] }))).toEqual(["title: Title is required."]);
    expect(sentences(applyChanges(state, { title: "Other" }))).toEqual(["steps.1.text: Step is required."]);
  });

  it("of the whole form stays until the next attempt", () => {
    const state = recordRefusal(form, { errors: [], objection: "The library is busy." });
    expect(applyChanges(state, { title: "x" }).objection).toBe("The library is busy.");
    expect(recordAttempt(state, []).objection).toBeUndefined();
  });
});

describe("a save", () => {
  it("keeps changes made in the meantime, unsaved", () => {
    const sent = applyChanges(form, { title: "One" });
    const after = recordSave(applyChanges(sent, { tags: "late" }), sent.values, theirs(5, { title: "One" }));
    expect(after.values).toMatchObject({ title: "One", tags: "late" });
    expect([after.base.version, changedFields(after.base.values, after.values)]).toEqual([5, ["tags"]]);
  });

  it("shows the values as the server stored them", () => {
    const sent = applyChanges(form, { title: " One " });
    expect(recordSave(sent, sent.values, theirs(5, { title: "One" })).values.title).toBe("One");
    expect(isDirty(recordSave(sent, sent.values, theirs(5, { title: "One" })))).toBe(false);
  });
});

describe("a newer version", () => {
  it("is shown in a form without changes", () => {
    expect(rebase(form, theirs(5, { title: "Theirs" })).values.title).toBe("Theirs");
  });

  it("updates the version while nobody else changed the form's fields", () => {
    const state = rebase(applyChanges(form, { title: "Mine" }), theirs(5));
    expect([state.base.version, state.values.title]).toEqual([5, "Mine"]);
  });

  it("leaves the version if someone else changed a field, so that saving is refused", () => {
    const mine = applyChanges(form, { title: "Mine" });
    expect(rebase(mine, theirs(5, { tags: "theirs" }))).toBe(mine);
  });
});

describe("an edit conflict", () => {
  const mine = applyChanges(form, { title: "Mine", tags: "my tag" });
  const stored5 = theirs(5, { title: "Theirs", steps: [] });
  const stale = recordRefusal(mine, { errors: [], stale: "This item was changed by Dana." });

  it("is reported without losing changes", () => {
    expect([stale.stale, stale.values]).toEqual(["This item was changed by Dana.", mine.values]);
  });

  it("ends with my changes applied to their version, listing fields that both changed", () => {
    const state = applyReload(stale, stored5, true);
    expect(state.values).toMatchObject({ title: "Mine", tags: "my tag", steps: [] });
    expect([state.theirs, state.base, state.stale]).toEqual([{ title: "Theirs" }, stored5, undefined]);
    expect(recordSave(state, state.values, theirs(6)).theirs).toBeUndefined();
  });

  it("lists no field that both changed in the same way", () => {
    expect(applyReload(mine, theirs(5, { title: "Mine" }), true).theirs).toEqual({});
  });

  it("shows their values as text: a file as its name, a code not at all", () => {
    expect(
      linesOf([
        { name: "A", logo: picture },
        { name: "", logo: null },
      ]),
    ).toEqual(["A", "a.png", "Empty", "Empty"]);
    expect(linesOf(3)).toEqual([]);
  });

  it("can end with their version alone", () => {
    const state = applyReload(stale, stored5, false);
    expect([state.values, isDirty(state), state.theirs]).toEqual([stored5.values, false, undefined]);
  });
});

describe("a form restored after a session ended", () => {
  const draft = { base: stored, values: { ...stored.values, title: "Mine" } };

  it("is unsaved and based on the version it was opened with", () => {
    const state = resume(form, draft);
    expect([state.isRestored, state.values.title, isDirty(state)]).toEqual([true, "Mine", true]);
    expect(resume(openForm(theirs(6, { title: "Theirs" })), draft).base.version).toBe(4);
  });

  it("moves to the stored version if nobody else changed its fields", () => {
    expect(resume(openForm(theirs(6)), draft).base.version).toBe(6);
  });
});
