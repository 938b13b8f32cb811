import { describe, expect, it } from "vitest";
import * as calls from "#contract/site/content.ts";
import { testApp } from "#server/test/app.ts";
import { aPdf } from "#server/test/a-pdf.ts";
import { anAdmin } from "#server/test/factories.ts";
import { uploadDocument } from "#contract/site/media.ts";
import * as z from "zod";
import { installedContent } from "./current-content.ts";

const fixture = await testApp();
const manager = await anAdmin(fixture, { userName: "manager" });

const pagesIn = async (language: "en" | "es") =>
  (await fixture.call(calls.getPageContent, { query: { language } })).body.data;
const editable = async () => (await fixture.call(calls.getEditableContent, {}, manager.token)).body.data;
const save = async (section: string, content: object, stillFits: string[] = []) => {
  const version = (await editable()).revisions[section]?.version;
  const body = { section, content, version, stillFits };
  return (await fixture.callLoosely(calls.saveSection, { body }, manager.token)).body;
};
const refusal = z.object({ data: z.object({ errors: z.array(z.object({ field: z.string(), message: z.string() })) }) });
const errorsOf = (answer: object) => refusal.parse(answer).data.errors;
const { home, healthyYouth, terms, signUp } = installedContent;

describe("the site content", () => {
  it("has only texts in the reader's language", async () => {
    const [english, spanish] = [await pagesIn("en"), await pagesIn("es")];
    expect(english.home.heading).toBe(home.heading);
    expect(JSON.stringify(english)).not.toContain("InSpanish");
    expect(spanish.home.heading).toBe(home.headingInSpanish);
    expect(spanish.terms.points[0]?.text).toBe(terms.points[0]?.textInSpanish);
    expect(JSON.stringify(spanish)).not.toContain(home.heading);
  });

  it("of a new library is completely in Spanish, except for links to English pages", async () => {
    const missing = JSON.stringify(await pagesIn("es")).match(/"\w+InSpanish":""/g) ?? [];
    expect(new Set(missing)).toEqual(new Set(['"addressInSpanish":""']));
  });

  it("falls back to the English text without a Spanish one, and marks it", async () => {
    await save("home", { ...home, leadInSpanish: " ", steps: [{ text: "Look" }] });
    const { home: spanishHome } = await pagesIn("es");
    expect(spanishHome).toMatchObject({
      lead: home.lead,
      leadInSpanish: "",
      steps: [{ text: "Look", textInSpanish: "" }],
    });
    expect(spanishHome).not.toHaveProperty("headingInSpanish");
  });

  it("never mixes original Spanish into a text that is older than the Spanish fields", async () => {
    const content = JSON.stringify({ heading: "Our own", text: "Words." });
    const row = { section: "signUp", version: 1, content, saved_at: new Date(), saved_by: manager.userId };
    await fixture.db.insertInto("site_content_revisions").values(row).execute();
    expect((await pagesIn("es")).signUp).toMatchObject({ heading: "Our own", headingInSpanish: "", text: "Words." });
    expect(signUp.headingInSpanish).not.toBe("");
  });

  it("links to the Spanish document, or to the English one without it", async () => {
    const upload = aPdf("hoja.pdf", { size: 5000 });
    const { documentId } = (await fixture.call(uploadDocument, { upload }, manager.token)).body.data;
    const [first, second] = healthyYouth.documents;
    const documents = [
      { ...first, documentInSpanish: { documentId } },
      { ...second, addressInSpanish: "" },
    ];
    expect(await save("healthyYouth", { ...healthyYouth, documents })).toMatchObject({ isSuccess: true });
    const [spanish, english] = [await pagesIn("es"), await pagesIn("en")].map((pages) => pages.healthyYouth.documents);
    expect(spanish?.[0]).toMatchObject({ document: { documentId, documentUrl: expect.stringMatching(/\.pdf$/) } });
    expect(spanish?.[1]).toMatchObject({ address: second?.address, addressInSpanish: "" });
    expect(english?.[0]).toMatchObject({ address: first?.address, document: null });
    const [link] = documents;
    const bad = [{ ...link, documentInSpanish: null, addressInSpanish: "javascript:alert(1)" }];
    expect(errorsOf(await save("healthyYouth", { ...healthyYouth, documents: bad }))).toMatchObject([
      { field: "documents.0.addressInSpanish" },
    ]);
  });

  it("rejects terms that are only partly in Spanish", async () => {
    const [first, ...rest] = terms.points;
    const points = [{ ...first, textInSpanish: "" }, { heading: "New", text: "Words." }, ...rest];
    expect(errorsOf(await save("terms", { points })).map(({ field }) => field)).toEqual([
      "points.0.textInSpanish",
      "points.1.headingInSpanish",
      "points.1.textInSpanish",
    ]);
  });

  it("records for staff when an English text changed after its translation", async () => {
    const englishChanged = async () => (await editable()).revisions["resources"]?.englishChanged;
    const { resources } = installedContent;
    await save("resources", { ...resources, lead: "Look here." });
    const first = await englishChanged();
    expect(first).toEqual({ leadInSpanish: expect.any(String) });
    fixture.clock.move(60_000);
    await save("resources", { ...resources, lead: "Look here.", groups: [] });
    expect(await englishChanged()).toEqual(first);
    await fixture.callLoosely(
      calls.restoreSection,
      { body: { section: "resources", wantedVersion: 0, version: 2 } },
      manager.token,
    );
    expect(await englishChanged()).toEqual({});
    await save("resources", { ...resources, lead: "Look here.", leadInSpanish: "Mire aquí." });
    expect(await englishChanged()).toEqual({});
    await save("resources", { ...resources, lead: "See here.", leadInSpanish: "Mire aquí." });
    expect(await englishChanged()).not.toEqual({});
    await save("resources", { ...resources, lead: "See here.", leadInSpanish: "Mire aquí." }, ["leadInSpanish"]);
    expect(await englishChanged()).toEqual({});
  });
});
