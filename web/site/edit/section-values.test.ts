import { describe, expect, it } from "vitest";
import type { EditableContent } from "#contract/site/content.ts";
import { forEachMail, siteContent } from "#contract/site/sections.ts";
import * as z from "zod/mini";
import { sectionForms } from "./section-forms.ts";
import {
  baseOf,
  bodyOf,
  contentWith,
  emptyEntry,
  isMarkedAccurate,
  keyOf,
  sectionOf,
  sectionProblems,
  markAccurate,
} from "./section-values.ts";

const home = { heading: "Welcome", lead: "Borrow.", mission: "Teach.", steps: [{ text: "Find it." }] };
const stored = (): EditableContent => ({
  content: {
    site: { siteName: "Library", logo: null, presentation: "inventory" },
    contact: { phones: [], email: "a@b.example", postalAddress: "" },
    closedDays: { days: [] },
    returnCosts: { steps: [] },
    footer: { about: "About.", agencies: [], socialLinks: [] },
    home,
    healthyYouth: { heading: "Act", text: "Text.", documents: [] },
    testimonials: { quotes: [] },
    resources: { lead: "Look.", groups: [] },
    signUp: { heading: "Soon", text: "Wait." },
    terms: { points: [{ heading: "Care", text: "Take care." }] },
    ...forEachMail(() => ({ before: "", after: "" })),
  },
  revisions: { home: { version: 3, savedAt: null, savedBy: "", restoredVersion: null, englishChanged: {} } },
});

describe("the section form", () => {
  it("has exactly the contract's fields", () => {
    type Fields = readonly { kind: string; name: string; fields?: Fields }[];
    const namesOf = (fields: Fields): string[] =>
      fields.flatMap(({ name, fields: inner = [] }) => [name, ...namesOf(inner).map((field) => `${name}.${field}`)]);
    const namesInSchema = (shape: Record<string, unknown>): string[] =>
      Object.entries(shape).flatMap(([name, schema]) => {
        const element = schema instanceof z.ZodMiniArray ? schema.def.element : undefined;
        const inner = element instanceof z.ZodMiniObject ? namesInSchema(element.def.shape) : [];
        return [name, ...inner.map((field) => `${name}.${field}`)];
      });
    for (const [section, { fields }] of Object.entries(sectionForms)) {
      const schema = Object.entries(siteContent.shape).find(([name]) => name === section)?.[1];
      // emails to staff are always in English
      const names = namesInSchema(schema?.shape ?? {}).filter(
        (name) => !section.startsWith("mail-staff-") || !name.endsWith("InSpanish"),
      );
      expect(new Set(namesOf(fields)), section).toEqual(new Set(names));
    }
  });

  it("opens at the version of its section, or at 0 if it was never saved", () => {
    expect(baseOf(stored(), "home")).toEqual({ version: 3, values: { ...home, stillFits: [] } });
    expect(baseOf(stored(), "terms").version).toBe(0);
  });

  it("previews only content that breaks no rule", () => {
    const { content } = stored();
    expect(contentWith(content, "home", { ...home, heading: "Hello" })?.home.heading).toBe("Hello");
    expect(contentWith(content, "home", { ...home, heading: " " })).toBeUndefined();
  });

  it("sends the paths of Spanish texts marked as still accurate, even after they moved in a list", () => {
    const [guide, form] = [{ titleInSpanish: "Guía" }, { titleInSpanish: "Formulario" }];
    const values = markAccurate({ links: [guide, form], stillFits: [] }, keyOf("titleInSpanish", "Formulario"), true);
    expect(isMarkedAccurate(values, keyOf("titleInSpanish", "Formulario"))).toBe(true);
    const movedValues = { ...values, links: [form, guide] };
    expect(bodyOf(movedValues)).toEqual({ content: { links: [form, guide] }, stillFits: ["links.0.titleInSpanish"] });
    expect(bodyOf({ ...movedValues, links: [guide] }).stillFits).toEqual([]);
    expect(bodyOf(markAccurate(movedValues, keyOf("titleInSpanish", "Formulario"), false)).stillFits).toEqual([]);
  });

  it("reports errors in list entries by their position", () => {
    expect(sectionProblems("home", { ...home, heading: " ", steps: [{ text: "Find" }, { text: "" }] })).toEqual([
      { field: "heading", message: "Heading is required." },
      { field: "steps.1.text", message: "Step is required." },
    ]);
  });
});

describe("the address of the form", () => {
  it("opens its section, or the first one if it is invalid", () => {
    expect(sectionOf("Terms")).toBe("terms");
    expect(sectionOf("__proto__")).toBe("site");
  });
});

describe("a new list entry", () => {
  it("starts empty", () => {
    const agencies = sectionForms.footer.fields.find(({ kind }) => kind === "list");
    const fields = agencies?.kind === "list" ? agencies.fields : [];
    expect(emptyEntry(fields)).toEqual({ name: "", nameInSpanish: "", logo: null });
  });
});
