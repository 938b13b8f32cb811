import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { codesOf } from "../codes/codes.queries.ts";
import { testDatabase } from "#server/test/database.ts";
import { plant, type PlantedTitle, searchFor } from "#server/test/planted-titles.ts";
import { subjectIn } from "./filter-words.rules.ts";

const { db } = await testDatabase();
const { subjects } = await codesOf(db);

const [tobacco, hiv, comprehensive] = [9, 11, 1];
const planted: PlantedTitle[] = [
  ...["one", "two", "three", "four", "five"].map((word) => ({ title: `Leaflet ${word}`, subject_id: tobacco })),
  ...["six", "seven", "eight", "nine", "ten"].map((word) => ({
    title: `Film ${word}`,
    subject_id: tobacco,
    category_id: 2,
  })),
  { title: "The history of tobacco", subject_id: comprehensive },
  { title: "HIV at school", subject_id: hiv },
  { title: "HIV in history", subject_id: comprehensive },
  { title: "Facts for students", subject_id: hiv },
];
await plant(
  db,
  planted.map((title) => ({ language: "en", ...title })),
);

async function answerTo(searchString: string, chosen: { subjectId?: number } = {}) {
  const { titles, parsedQuery } = await searchFor(db, searchString, chosen);
  return { titles, filters: parsedQuery?.filters ?? [] };
}
const named = async (text: string) => (await answerTo(text)).filters.map(({ kind, name }) => `${kind} ${name}`);

describe("a subject in a search", () => {
  it.each(["tobacco", "Tabaco", "smoking", "tobaco", "lessons about tobacco"])("becomes a filter: %s", async (text) => {
    const { titles, filters } = await answerTo(text);
    expect(filters).toEqual([expect.objectContaining({ kind: "subject", id: tobacco, name: "Tobacco" })]);
    expect(titles).toHaveLength(10);
    expect(titles).not.toContain("The history of tobacco");
  });

  it("combines with a format, and both can be removed; the subject leaves its words", async () => {
    const { titles, filters } = await answerTo("tobacco video");
    expect(filters.map(({ kind, without }) => [kind, without])).toEqual([
      ["category", "tobacco"],
      ["subject", '"tobacco" video'],
    ]);
    expect(titles.toSorted()).toEqual(["Film eight", "Film nine", "Film seven", "Film six", "Film ten"]);
    const asWords = await answerTo('"tobacco"');
    expect(asWords.filters).toEqual([]);
    expect(asWords.titles[0]).toBe("The history of tobacco");
  });

  it("isn't a filter beside other strong words, in quotes, excluded, or if a subject is already chosen", async () => {
    expect(await named("tobacco history")).toEqual([]);
    expect((await answerTo("tobacco history")).titles[0]).toBe("The history of tobacco");
    expect(await named('"tobacco"')).toEqual([]);
    expect(await named("-tobacco")).toEqual([]);
    expect((await answerTo("tobacco", { subjectId: comprehensive })).filters).toEqual([]);
  });

  it("isn't a filter if it has few titles", async () => {
    const { titles, filters } = await answerTo("hiv prevention");
    expect(filters).toEqual([]);
    expect(titles).toContain("HIV at school");
  });

  it("ranks its few titles above those with its words", async () => {
    expect((await answerTo("hiv")).titles).toEqual(["HIV at school", "Facts for students", "HIV in history"]);
  });

  it("must be complete and not hidden", () => {
    const of = (text: string, all = subjects) => subjectIn(text.split(" "), new Set(), new Map(), all)?.id;
    expect(of("salud mental y emocional")).toBe(4);
    expect(of("mental health")).toBeUndefined();
    expect(of("alcohol and other drugs")).toBe(2);
    expect(
      of(
        "tobacco",
        subjects.map((subject) => ({ ...subject, isHidden: true })),
      ),
    ).toBeUndefined();
  });
});

it("a subject with synonyms becomes a filter by those words", async () => {
  await sql`insert into synonym_groups (words) values ('tobacco, hojas secas')`.execute(db);
  expect(await named("hojas secas")).toEqual(["subject Tobacco"]);
});
