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

describe("a change of an English text", () => {
  it("is recorded with its Spanish version", () => {
    expect(after(lead, lead)).toEqual({});
    expect(after(lead, { ...lead, lead: "See." })).toEqual({ leadInSpanish: now });
    expect(after(lead, { lead: "See.", leadInSpanish: "Vea." })).toEqual({});
  });

  it("stays recorded until the Spanish version changes or is removed", () => {
    const recorded = { leadInSpanish: earlier };
    expect(after(lead, lead, recorded)).toEqual(recorded);
    expect(after(lead, { ...lead, lead: "See." }, recorded)).toEqual({ leadInSpanish: now });
    expect(after(lead, { ...lead, leadInSpanish: "Vea." }, recorded)).toEqual({});
    expect(after(lead, { ...lead, leadInSpanish: "" }, recorded)).toEqual({});
  });

  it("follows list entries that move", () => {
    const links = [guide, form];
    expect(after({ links }, { links: [form, guide] }, { "links.0.titleInSpanish": earlier })).toEqual({
      "links.1.titleInSpanish": earlier,
    });
    expect(after({ links }, { links: [{ ...guide, title: "Guide of 2027" }, form] })).toEqual({
      "links.0.titleInSpanish": now,
    });
  });

  it("is not recorded if the Spanish version is still accurate", () => {
    const links = [guide, { ...form, title: "Forms" }];
    const recorded = { "links.0.titleInSpanish": earlier, "links.1.titleInSpanish": earlier };
    expect(after({ links }, { links }, recorded, ["links.0.titleInSpanish"])).toEqual({
      "links.1.titleInSpanish": earlier,
    });
    expect(after(lead, { ...lead, lead: "See." }, {}, ["leadInSpanish"])).toEqual({});
  });

  it("can be a new document", () => {
    expect(after({ links: [form] }, { links: [{ ...form, document: { documentId: 9 } }] })).toEqual({
      "links.0.documentInSpanish": now,
    });
  });
});
