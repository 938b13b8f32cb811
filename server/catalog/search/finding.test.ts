import fc from "fast-check";
import { CompiledQuery, sql } from "kysely";
import { describe, expect, it } from "vitest";
import { testDatabase } from "#server/test/database.ts";
import { plant } from "#server/test/planted-titles.ts";
import { itemsOf } from "../titles/catalog.queries.ts";
import { searchTitles } from "./search.ts";
import { plainLetters, plainText } from "./searched-words.rules.ts";

const { db } = await testDatabase();

await plant(db, [
  {
    title: "Nutrition for young readers",
    reference_number: "B00001",
    tags: "healthy eating, vegetables",
    active_copies: 2,
    grade_mask: 2,
  },
  {
    title: "The vaping conversation",
    reference_number: "V00002",
    description: "A guide about nicotine for teachers.",
    subject_id: 9,
    category_id: 2,
  },
  {
    title: "Quitting smoking",
    reference_number: "B00003",
    subject_id: 9,
    active_copies: 0,
    author: "Ana Ruíz",
    publisher: "Éditions Lumière",
  },
  { title: "El corazón sano", description: "Le cœur.", tags: "salud", category_id: 3 },
  {
    title: "Sleep and growing up",
    description: "What nutrition at night does, a manoeuvre.",
    active_copies: 3,
    grade_mask: 16,
  },
  { title: "Apples and pears", reference_number: "B00006", subject_id: 3, grade_mask: 3, active_copies: 0 },
]);
await sql`
  insert into copies (item_id, copy_number, sku_number)
  select item_id, number, case number when 1 then reference_number else 'OLD77' end
  from items, generate_series(1, active_copies) as number`.execute(db);

const everything = { categoryId: 0, subjectId: 0, gradeId: 0, stock: "all", page: { number: 1, size: 100 } } as const;
const titlesFor = async (text: string, more: object = {}) => {
  const { ids } = await searchTitles(db, { ...everything, text, ...more });
  const items = await itemsOf(db, ids);
  return ids.map((id) => items.find(({ item_id }) => item_id === id)?.title ?? "");
};

describe("a catalog search", () => {
  it("finds words in any order and in other forms", async () => {
    expect(await titlesFor("reader young")).toEqual(["Nutrition for young readers"]);
    expect(await titlesFor("smoke quits")).toContain("Quitting smoking");
  });

  it("searches title, description, tags, and subject", async () => {
    expect(await titlesFor('"vaping"')).toEqual(["The vaping conversation"]);
    expect(await titlesFor('"nicotine"')).toEqual(["The vaping conversation"]);
    expect(await titlesFor('"vegetables"')).toEqual(["Nutrition for young readers"]);
    expect(await titlesFor('"tobacco"')).toEqual(["The vaping conversation", "Quitting smoking"]);
  });

  it("searches the names of category, subject, and grades in English and Spanish", async () => {
    expect(await titlesFor("tabaco")).toEqual(["The vaping conversation", "Quitting smoking"]);
    expect(await titlesFor("vídeo vapeo")).toEqual(["The vaping conversation"]);
    expect(await titlesFor("video tobacco")).toEqual(["The vaping conversation"]);
    expect(await titlesFor("adult tobacco")).toEqual(await titlesFor("tobacco"));
  });

  it("finds a title under its new category, subject, and grade", async () => {
    const change = (values: object) =>
      db.updateTable("items").set(values).where("reference_number", "=", "B00006").execute();
    await change({ category_id: 2, subject_id: 6, grade_mask: 32 });
    expect(await titlesFor("nutrición libro")).not.toContain("Apples and pears");
    expect(await titlesFor("actividad física adultos video")).toEqual(["Apples and pears"]);
    await change({ active_copies: 0 }); // a change of stock keeps the search words
    expect(await titlesFor("actividad física adultos video")).toEqual(["Apples and pears"]);
  });

  it("searches the publisher, also after a change", async () => {
    expect(await titlesFor("editions lumiere")).toEqual(["Quitting smoking"]);
    await db.updateTable("items").set({ publisher: "Moved Press" }).where("reference_number", "=", "B00003").execute();
    expect(await titlesFor("moved press")).toEqual(["Quitting smoking"]);
  });

  it("ranks a word in the title above one in the description", async () => {
    expect(await titlesFor("nutrition")).toEqual(["Nutrition for young readers", "Sleep and growing up"]);
  });

  it("finds a title by its SKU or a copy's, with or without #, ignoring case", async () => {
    expect(await titlesFor("#b00003")).toEqual(["Quitting smoking"]);
    expect(await titlesFor("OLD77")).toContain("Nutrition for young readers");
    const those = (await titlesFor("OLD77")).toSorted();
    for (const label of ["old77 copy 2", "#OLD77-2"]) expect((await titlesFor(label)).toSorted(), label).toEqual(those);
    expect(await titlesFor("old77 copy 3")).toEqual(["Sleep and growing up"]);
  });

  it("normalizes characters like the index does", async () => {
    const letters = Object.keys(plainLetters).concat(Array.from("ĲĳſﬀﬁﬂﬃﬄﬅﬆÉñ"));
    const { rows } = await db.executeQuery<{ plain: string }>(
      CompiledQuery.raw("select unaccent(letter) as plain from unnest($1::text[]) as letter", [letters]),
    );
    expect(rows.map(({ plain }) => plain)).toEqual(letters.map(plainText));
  });

  it("lists everything by title, in stock first and ignoring articles, if the text is blank", async () => {
    expect(await titlesFor("  ")).toEqual([
      "El corazón sano",
      "Nutrition for young readers",
      "Sleep and growing up",
      "The vaping conversation",
      "Apples and pears",
      "Quitting smoking",
    ]);
  });

  it("counts both lists whatever page and stock is requested", async () => {
    const page = { number: 2, size: 3 };
    const results = await searchTitles(db, { ...everything, text: "", stock: "in", page });
    expect(results).toMatchObject({ inStockTotal: 4, outOfStockTotal: 2, total: 4, listed: 6 });
    expect(await titlesFor("", { stock: "in", page })).toEqual(["The vaping conversation"]);
    const far = await searchTitles(db, { ...everything, text: "tobacco", stock: "in", page: { number: 9, size: 3 } });
    expect(far).toMatchObject({ ids: [], inStockTotal: 1, outOfStockTotal: 1 });
    expect(await titlesFor("tobacco", { stock: "out" })).toEqual(["Quitting smoking"]);
  });

  it("accepts any sequence of operator characters", async () => {
    const signs = ["-", '"', "-a", '-"', '""', "or", " ", "!", "(", "&", "|", ":*", "'", "\\"];
    const texts = fc.array(fc.constantFrom(...signs), { minLength: 30, maxLength: 100 }).map((some) => some.join(""));
    expect(await titlesFor("-".repeat(40))).toEqual([]);
    expect(await titlesFor("- ".repeat(40))).toEqual([]);
    for (const text of fc.sample(texts, 200)) expect(await titlesFor(text), text).toEqual(expect.any(Array));
  });

  it("finds a phrase within a tag, but not across tags", async () => {
    const { rows } = await db.executeQuery<{ within: boolean; between: boolean; inSpanish: boolean }>(
      CompiledQuery.raw(
        `select items_words('', tags, '', '', '', 'en') @@ phraseto_tsquery('english', 'teenage parents') as between,
           items_words('', tags, '', '', '', 'en') @@ phraseto_tsquery('english', 'parent and child') as within,
           items_words('', tags, '', '', '', 'es') @@ phraseto_tsquery('spanish', 'teenagers parent') as "inSpanish"
         from (values ('Teenagers, Parent and child')) as one (tags)`,
        [],
      ),
    );
    expect(rows).toEqual([{ within: true, between: false, inSpanish: false }]);
  });

  it("finds exactly the phrases of a description that repeats its words", async () => {
    const words = "alba brio cedro delta esker fjord".split(" ");
    const block = fc.array(fc.constantFrom(...words), { minLength: 4, maxLength: 14 });
    for (const blocks of fc.sample(fc.array(block, { minLength: 2, maxLength: 4 }), 20)) {
      const repeated = blocks.flatMap((each) => Array.from({ length: 22 }, () => each)).flat();
      const long = repeated.map((_, place) => repeated.slice(place, place + 8).join(" "));
      const short = words.flatMap((one) => words.map((other) => `${one} ${other}`));
      const phrases = [...new Set([...long, ...short])];
      const { rows } = await db.executeQuery<{ phrase: string }>(
        CompiledQuery.raw(
          `select phrase from words_of_description('english', $1) as words, unnest($2::text[]) as phrase
           where words @@ phraseto_tsquery('english', phrase)`,
          [repeated.join(" "), phrases],
        ),
      );
      const matches = rows.map(({ phrase }) => phrase);
      expect(matches).toEqual(phrases.filter((phrase) => `${repeated.join(" ")} `.includes(`${phrase} `)));
    }
  });
});
