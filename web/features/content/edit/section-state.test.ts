import { describe, expect, it } from "vitest";
import type { EditableContent } from "#contract/content.ts";
import { siteContent } from "#contract/site/sections.ts";
import * as z from "zod/mini";
import { sectionForms } from "./section-forms.ts";
import { checked, opened, reloaded, typed } from "./section-state.ts";
import { changedFields, emptyEntry, linesOf, sectionOf } from "./section-values.ts";

const home = { heading: "Welcome", lead: "Borrow.", mission: "Teach.", steps: [{ text: "Find it." }] };
const stored = (given: Partial<typeof home> = {}, version = 3): EditableContent => ({
  content: {
    site: { siteName: "Library", logo: null, presentation: "" },
    contact: { phones: [], email: "a@b.example" },
    footer: { about: "About.", agencies: [], socialLinks: [] },
    home: { ...home, ...given },
    healthyYouth: { heading: "Act", text: "Text.", documents: [] },
    testimonials: { quotes: [] },
    resources: { lead: "Look.", groups: [] },
    signUp: { heading: "Soon", text: "Wait." },
    terms: { points: [{ heading: "Care", text: "Take care." }] },
  },
  revisions: { home: { version, savedAt: null, savedBy: "", restoredVersion: null } },
});

describe("the form of a section", () => {
  it("has a field for everything the contract has, and no other", () => {
    type Fields = readonly { kind: string; name: string; fields?: Fields }[];
    const namesOf = (fields: Fields): string[] =>
      fields.flatMap(({ name, fields: inner = [] }) => [name, ...namesOf(inner).map((field) => `${name}.${field}`)]);
    const declared = (shape: Record<string, unknown>): string[] =>
      Object.entries(shape).flatMap(([name, schema]) => {
        const element = schema instanceof z.ZodMiniArray ? schema.def.element : undefined;
        const inner = element instanceof z.ZodMiniObject ? declared(element.def.shape) : [];
        return [name, ...inner.map((field) => `${name}.${field}`)];
      });
    for (const [section, { fields }] of Object.entries(sectionForms)) {
      const schema = Object.entries(siteContent.shape).find(([name]) => name === section)?.[1];
      expect(new Set(namesOf(fields)), section).toEqual(new Set(declared(schema?.shape ?? {})));
    }
  });

  it("shows the last text that breaks no rule, and says what is wrong once it was tried to be saved", () => {
    const first = typed(opened("home", stored()), { ...home, heading: "Hello" });
    expect([first.shown.home.heading, first.problems]).toEqual(["Hello", []]);
    const empty = typed(first, { ...home, heading: " " });
    expect([empty.shown.home.heading, empty.problems]).toEqual(["Hello", []]);
    const tried = checked(empty);
    expect(tried.problems).toEqual([{ field: "heading", message: "Heading is required." }]);
    expect(typed(tried, home).problems).toEqual([]);
  });

  it("names what is wrong in an entry of a list by its place", () => {
    const state = checked(typed(opened("home", stored()), { ...home, steps: [{ text: "Find" }, { text: "" }] }));
    expect(state.problems).toEqual([{ field: "steps.1.text", message: "Step is required." }]);
  });

  it("keeps both people's work after a reload, and shows what both changed", () => {
    const mine = typed(opened("home", stored()), { ...home, heading: "Mine", lead: "My lead" });
    const after = reloaded(mine, stored({ heading: "Theirs", mission: "Their mission" }, 4));
    expect(after.values).toEqual({ ...home, heading: "Mine", lead: "My lead", mission: "Their mission" });
    expect(after.theirs).toEqual({ heading: "Theirs" });
    expect(after.base).toEqual({ version: 4, values: { ...home, heading: "Theirs", mission: "Their mission" } });
    expect(changedFields(after.base.values, after.values)).toEqual(["heading", "lead"]);
  });
});

describe("an address", () => {
  it("asks for a section, and for the first one when it makes no sense", () => {
    expect(sectionOf("Terms")).toBe("terms");
    expect(sectionOf("__proto__")).toBe("site");
  });
});

describe("an entry", () => {
  it("begins empty, and reads as its texts", () => {
    const [, agencies] = sectionForms.footer.fields;
    const fields = agencies?.kind === "list" ? agencies.fields : [];
    expect(emptyEntry(fields)).toEqual({ name: "", logo: null });
    expect(
      linesOf([
        { name: "A", logo: { attachmentId: 1, fileName: "a.png" } },
        { name: "B", logo: null },
      ]),
    ).toEqual(["A", "a.png", "B"]);
  });
});
