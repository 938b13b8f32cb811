import { describe, expect, it } from "vitest";
import { followCodes } from "../codes/codes.queries.ts";
import { testApp } from "#server/test/app.ts";
import { wordsToFind } from "./suggestions.rules.ts";
import type { Suggestions } from "#contract/catalog/catalog.ts";

const { db, app } = await testApp();

const planted = [
  ["Nutrition for young readers", 2],
  ["The Nutrition Detectives", 1],
  ["Nuts and seeds", 0],
  ["Good nutrition now", 1],
  ["A zebra counts", 0],
  ["Zebra crossing", 1],
  ["El corazón sano", 1],
  ["Archived nutrition", 0],
  ...Array.from({ length: 9 }, (_, place) => [`Handwashing ${place + 1}`, 1] as const),
] as const;
for (const [place, [title, copies]] of planted.entries())
  await db
    .insertInto("items")
    .values({
      title,
      description: "Plain.",
      tags: "",
      reference_number: `SG${place}X`,
      category_id: 1,
      subject_id: 1,
      grade_mask: 63,
      active_copies: copies,
      archived_at: title.startsWith("Archived") ? new Date() : null,
    })
    .execute();

async function suggestions(text: string) {
  const answer = await app.inject(`/api/Inventory/GetSuggestions?text=${encodeURIComponent(text)}`);
  return answer.json<{ data: Suggestions }>().data;
}
const titles = async (text: string) => (await suggestions(text)).titles.map(({ title }) => title);
const subjects = async (text: string) => (await suggestions(text)).subjects.map(({ subjectName }) => subjectName);

describe("suggested titles", () => {
  it("begin with the text, without their article, in stock first, then have words that do", async () => {
    expect(await titles("nut")).toEqual([
      "The Nutrition Detectives",
      "Nutrition for young readers",
      "Nuts and seeds",
      "Good nutrition now",
    ]);
    expect(await titles("the nutrition d")).toEqual(["The Nutrition Detectives"]);
    expect(await titles("zebra")).toEqual(["Zebra crossing", "A zebra counts"]);
  });

  it("are found by their words in any order, without accents, and by the beginning of their SKU", async () => {
    expect(await titles("now good")).toEqual(["Good nutrition now"]);
    expect(await titles("CORAZ")).toEqual(["El corazón sano"]);
    expect(await titles("sg4x")).toEqual(["A zebra counts"]);
  });

  it("are six at most, and none for a single letter, for nothing, and for signs alone", async () => {
    expect(await titles("hand")).toHaveLength(6);
    for (const text of ["n", " n ", "", "%_", "\\", "((", "a b"]) expect(await titles(text), text).toEqual([]);
  });

  it("do not depend on what else was typed behind the sixth word", async () => {
    expect(wordsToFind("one two three four five six seven")).toHaveLength(6);
    expect(await titles(`good nutrition now ${"x ".repeat(80)}`)).toEqual(["Good nutrition now"]);
  });
});

describe("suggested subjects", () => {
  it("are called so in English, in Spanish, or otherwise", async () => {
    expect(await subjects("toba")).toEqual(["Tobacco"]);
    expect(await subjects("tabaco")).toEqual(["Tobacco"]);
    expect(await subjects("vapeo")).toEqual(["Tobacco"]);
  });

  it("are not those that are no longer offered", async () => {
    const [subject] = await subjects("tobacco");
    await db
      .updateTable("subjects")
      .set({ is_hidden: true })
      .where("subject_name", "=", subject ?? "")
      .execute();
    await db
      .updateTable("code_lists")
      .set(({ eb }) => ({ version: eb("version", "+", 1) }))
      .execute();
    await followCodes(db);
    expect(await subjects("tobacco")).not.toContain(subject);
  });
});

describe("a text that nothing begins with", () => {
  it("is mended, and suggests what the mended one does", async () => {
    const mended = await suggestions("Nutrtion det");
    expect(mended).toMatchObject({ correction: "nutrition det", subjects: [] });
    expect(mended.titles.map(({ title }) => title)).toEqual(["The Nutrition Detectives"]);
    expect(await suggestions("saftey")).toMatchObject({ correction: "safety", subjects: [{ subjectName: "Safety" }] });
  });

  it("stays as it is where it is a word of the language, is in quotes, or has nothing near it", async () => {
    for (const text of ["kidney", '"nutrtion"', "qqqqqq", "nut zebra"])
      expect(await suggestions(text), text).toEqual({ subjects: [], titles: [] });
  });

  it("has no correction where something begins so", async () => {
    expect(await suggestions("nutri")).not.toHaveProperty("correction");
  });
});

it("may be kept by anybody for a minute; what went wrong may not", async () => {
  const good = await app.inject("/api/Inventory/GetSuggestions?text=nut");
  expect(good.headers["cache-control"]).toBe("public, max-age=60");
  const wrong = await app.inject(`/api/Inventory/GetSuggestions?text=${"n".repeat(201)}`);
  expect([wrong.statusCode, wrong.headers["cache-control"]]).toEqual([400, "no-store"]);
});
