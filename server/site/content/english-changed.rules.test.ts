import { describe, expect, it } from "vitest";
import { englishChangedAfter } from "./current-content.ts";

const at = new Date("2026-11-23T09:00:00Z");
const earlier = "2026-11-01T09:00:00.000Z";
const now = at.toISOString();
const after = (before: object, content: object, englishChanged = {}, stillFits: string[] = []) =>
  englishChangedAfter({ content: before, englishChanged }, content, at, stillFits);

const lead = { lead: "Look.", leadInSpanish: "Mire." };
const guide = { title: "Guide", titleInSpanish: "Guía", document: { documentId: 1 }, documentInSpanish: null };
const form = { title: "Form", titleInSpanish: "Formulario", document: null, documentInSpanish: { documentId: 3 } };

describe("an English text that changes", () => {
  it("is noted beside its Spanish version", () => {
    expect(after(lead, lead)).toEqual({});
    expect(after(lead, { ...lead, lead: "See." })).toEqual({ leadInSpanish: now });
    expect(after(lead, { lead: "See.", leadInSpanish: "Vea." })).toEqual({});
  });

  it("stays noted from the first change on, until the Spanish version changes or goes", () => {
    const noted = { leadInSpanish: earlier };
    expect(after(lead, lead, noted)).toEqual(noted);
    expect(after(lead, { ...lead, lead: "See." }, noted)).toEqual({ leadInSpanish: now });
    expect(after(lead, { ...lead, leadInSpanish: "Vea." }, noted)).toEqual({});
    expect(after(lead, { ...lead, leadInSpanish: "" }, noted)).toEqual({});
  });

  it("is followed through lists, whose entries move", () => {
    const links = [guide, form];
    expect(after({ links }, { links: [form, guide] }, { "links.0.titleInSpanish": earlier })).toEqual({
      "links.1.titleInSpanish": earlier,
    });
    expect(after({ links }, { links: [{ ...guide, title: "Guide of 2027" }, form] })).toEqual({
      "links.0.titleInSpanish": now,
    });
  });

  it("is not noted where the Spanish version still fits", () => {
    const links = [guide, { ...form, title: "Forms" }];
    const noted = { "links.0.titleInSpanish": earlier, "links.1.titleInSpanish": earlier };
    expect(after({ links }, { links }, noted, ["links.0.titleInSpanish"])).toEqual({
      "links.1.titleInSpanish": earlier,
    });
    expect(after(lead, { ...lead, lead: "See." }, {}, ["leadInSpanish"])).toEqual({});
  });

  it("may be a document", () => {
    expect(after({ links: [form] }, { links: [{ ...form, document: { documentId: 9 } }] })).toEqual({
      "links.0.documentInSpanish": now,
    });
  });
});
