import { describe, expect, it } from "vitest";
import { followCodes } from "../codes/codes.queries.ts";
import { testApp } from "#server/test/app.ts";
import type { Suggestions } from "#contract/catalog/catalog.ts";
import { plant } from "#server/test/planted-titles.ts";

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
await plant(
  db,
  planted.map(([title, copies], place) => ({
    title,
    reference_number: `SG${place}X`,
    active_copies: copies,
    archived_at: title.startsWith("Archived") ? new Date() : null,
  })),
);

async function suggestions(text: string) {
  const answer = await app.inject(`/api/Inventory/GetSuggestions?text=${encodeURIComponent(text)}`);
  return answer.json<{ data: Suggestions }>().data;
}
const titles = async (text: string) => (await suggestions(text)).titles.map(({ title }) => title);
const subjects = async (text: string) => (await suggestions(text)).subjects.map(({ subjectName }) => subjectName);

describe("suggested titles", () => {
  it("begin with the text, ignoring articles, in stock first, or have words that do", async () => {
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

  it("are at most six, and none for a single letter, an empty text, or punctuation", async () => {
    expect(await titles("hand")).toHaveLength(6);
    for (const text of ["n", " n ", "", "%_", "\\", "((", "a b"]) expect(await titles(text), text).toEqual([]);
  });
});

describe("suggested subjects", () => {
  it("match in English, in Spanish, or by another word", async () => {
    expect(await subjects("toba")).toEqual(["Tobacco"]);
    expect(await subjects("tabaco")).toEqual(["Tobacco"]);
    expect(await subjects("fumar")).toEqual(["Tobacco"]);
  });

  it("don't include hidden subjects", async () => {
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

describe("a text without suggestions", () => {
  it("is corrected, and gets the suggestions of its correction", async () => {
    const corrected = await suggestions("Nutrtion det");
    expect(corrected).toMatchObject({ correction: "nutrition det", subjects: [] });
    expect(corrected.titles.map(({ title }) => title)).toEqual(["The Nutrition Detectives"]);
    expect(await suggestions("saftey")).toMatchObject({ correction: "safety", subjects: [{ subjectName: "Safety" }] });
  });

  it("isn't corrected if it's a word of the language, is in quotes, or has no similar words", async () => {
    for (const text of ["kidney", '"nutrtion"', "qqqqqq", "nut zebra"])
      expect(await suggestions(text), text).toEqual({ subjects: [], titles: [] });
  });
});

it("suggestions may be cached publicly for a minute, but errors may not", async () => {
  const good = await app.inject("/api/Inventory/GetSuggestions?text=nut");
  expect(good.headers["cache-control"]).toBe("public, max-age=60");
  const wrong = await app.inject(`/api/Inventory/GetSuggestions?text=${"n".repeat(201)}`);
  expect([wrong.statusCode, wrong.headers["cache-control"]]).toEqual([400, "no-store"]);
});
