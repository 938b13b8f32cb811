import { describe, expect, it } from "vitest";
import { followed, linesOf, reloaded, resumed } from "./conflict.ts";
import {
  attempted,
  changedFields,
  type FormState,
  isDirty,
  left,
  opened,
  problemsOf,
  refused,
  saved,
  typed,
} from "./form-state.ts";

const picture = { id: 3, url: "/media/a-320.webp", fileName: "a.png" };
type Item = { title: string; tags: string; picture: typeof picture | null; steps: { text: string }[] };
const values: Item = { title: "Sleep", tags: "", picture: null, steps: [{ text: "Lie down" }] };
const stored = { version: 4, values };
const names = ["title", "tags", "picture", "steps"];
const form = opened(stored);
const theirs = (version: number, changed: Partial<Item> = {}) => ({
  version,
  values: { ...stored.values, ...changed },
});
const sentences = (state: FormState<Item>) =>
  problemsOf(state, names).map(({ field, message }) => `${field}: ${message}`);
const titleMissing = { field: "title", message: "Title is required." };
const stepMissing = { field: "steps.1.text", message: "Step is required." };

describe("what is typed", () => {
  it("is unsaved until it is what is stored again", () => {
    expect(isDirty(form)).toBe(false);
    expect(isDirty(typed(form, { title: "Sleep well" }))).toBe(true);
    expect(isDirty(typed(typed(form, { title: "Sleep well" }), { title: "Sleep" }))).toBe(false);
  });

  it("is no change when it is the same file under another address", () => {
    const before = { ...stored.values, picture };
    expect(changedFields(before, { ...before, picture: { ...picture, url: "elsewhere" } })).toEqual([]);
    expect(changedFields(before, { ...before, picture: { ...picture, id: 5 } })).toEqual(["picture"]);
    expect(changedFields(before, stored.values)).toEqual(["picture"]);
  });
});

describe("what is wrong", () => {
  it("is shown after the first attempt to save, in the order of the form, one sentence a field", () => {
    const broken = { ...form, broken: [stepMissing, titleMissing] };
    expect(sentences(broken)).toEqual([]);
    const again = { field: "title", message: "Too long, too." };
    expect(sentences(attempted(form, [stepMissing, titleMissing, again]))).toEqual([
      "title: Title is required.",
      "steps.1.text: Step is required.",
    ]);
  });

  it("is shown of a field that was left, where the form is strict", () => {
    expect(sentences(left({ ...form, broken: [titleMissing, stepMissing] }, "title"))).toEqual([
      "title: Title is required.",
    ]);
  });

  it("takes the focus once for each attempt that ends with wrong fields, here or at the server, also after a save", () => {
    const once = attempted(form, [titleMissing]);
    expect(once.attempt).toBe(form.attempt + 1);
    expect(saved(once, stored.values, stored).attempt).toBe(once.attempt);
    const sent = attempted(once, []);
    expect(sent.attempt).toBe(once.attempt);
    expect(refused(sent, { errors: [titleMissing] }).attempt).toBe(once.attempt + 1);
  });

  it("leaves the focus to who types what is wrong, after the form as a whole was refused", () => {
    const state = refused(attempted(form, []), { errors: [], objection: "No." });
    expect({ ...typed(state, { title: "" }), broken: [titleMissing] }.attempt).toBe(form.attempt);
  });
});

describe("a refusal", () => {
  it("is shown beside each field it names, until that field or a part of it changes", () => {
    const state = refused(typed(form, { title: "Mine" }), { errors: [titleMissing, stepMissing], objection: "No." });
    expect(sentences(state)).toEqual(["title: Title is required.", "steps.1.text: Step is required."]);
    expect([state.values.title, state.objection]).toEqual(["Mine", undefined]);
    expect(sentences(typed(state, { steps: [] }))).toEqual(["title: Title is required."]);
    expect(sentences(typed(state, { title: "Other" }))).toEqual(["steps.1.text: Step is required."]);
  });

  it("of the whole form stays until the next attempt", () => {
    const state = refused(form, { errors: [], objection: "The library is busy." });
    expect(typed(state, { title: "x" }).objection).toBe("The library is busy.");
    expect(attempted(state, []).objection).toBeUndefined();
  });
});

describe("a save", () => {
  it("leaves what was typed while it was under way, unsaved", () => {
    const sent = typed(form, { title: "One" });
    const after = saved(typed(sent, { tags: "late" }), sent.values, theirs(5, { title: "One" }));
    expect(after.values).toMatchObject({ title: "One", tags: "late" });
    expect([after.base.version, changedFields(after.base.values, after.values)]).toEqual([5, ["tags"]]);
  });

  it("shows what the server made of it", () => {
    const sent = typed(form, { title: " One " });
    expect(saved(sent, sent.values, theirs(5, { title: "One" })).values.title).toBe("One");
    expect(isDirty(saved(sent, sent.values, theirs(5, { title: "One" })))).toBe(false);
  });
});

describe("something newer that was read", () => {
  it("is shown where nothing is typed", () => {
    expect(followed(form, theirs(5, { title: "Theirs" })).values.title).toBe("Theirs");
  });

  it("moves the version on while the form's own fields are as it knows them", () => {
    const state = followed(typed(form, { title: "Mine" }), theirs(5));
    expect([state.base.version, state.values.title]).toEqual([5, "Mine"]);
  });

  it("leaves the version where somebody else changed a field, so that saving is refused", () => {
    const mine = typed(form, { title: "Mine" });
    expect(followed(mine, theirs(5, { tags: "theirs" }))).toBe(mine);
  });
});

describe("a conflict", () => {
  const mine = typed(form, { title: "Mine", tags: "my tag" });
  const other = theirs(5, { title: "Theirs", steps: [] });
  const stale = refused(mine, { errors: [], stale: "This item was changed by Dana." });

  it("is named, and nothing typed is lost", () => {
    expect([stale.stale, stale.values]).toEqual(["This item was changed by Dana.", mine.values]);
  });

  it("ends with mine on top of theirs: what both changed is named", () => {
    const state = reloaded(stale, other, true);
    expect(state.values).toMatchObject({ title: "Mine", tags: "my tag", steps: [] });
    expect([state.theirs, state.base, state.stale]).toEqual([{ title: "Theirs" }, other, undefined]);
    expect(saved(state, state.values, theirs(6)).theirs).toBeUndefined();
  });

  it("names nothing where both changed a field alike", () => {
    expect(reloaded(mine, theirs(5, { title: "Mine" }), true).theirs).toEqual({});
  });

  it("shows theirs as its texts: a file by its name, a code not at all", () => {
    expect(
      linesOf([
        { name: "A", logo: picture },
        { name: "", logo: null },
      ]),
    ).toEqual(["A", "a.png", "Empty", "Empty"]);
    expect(linesOf(3)).toEqual([]);
  });

  it("ends with theirs alone", () => {
    const state = reloaded(stale, other, false);
    expect([state.values, isDirty(state), state.theirs]).toEqual([other.values, false, undefined]);
  });
});

describe("what was kept over a lost session", () => {
  const kept = { base: stored, values: { ...stored.values, title: "Kept" } };

  it("is unsaved, on the version that was read", () => {
    const state = resumed(form, kept);
    expect([state.hasReturned, state.values.title, isDirty(state)]).toEqual([true, "Kept", true]);
    expect(resumed(opened(theirs(6, { title: "Theirs" })), kept).base.version).toBe(4);
  });

  it("moves on to what is stored now where its own fields are as it knew them", () => {
    expect(resumed(opened(theirs(6)), kept).base.version).toBe(6);
  });
});
