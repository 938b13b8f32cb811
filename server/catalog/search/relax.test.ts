import { beforeAll, describe, expect, it } from "vitest";
import { testDatabase } from "#server/test/database.ts";
import { plant, type PlantedTitle, searchFor } from "#server/test/planted-titles.ts";

const { db } = await testDatabase();

const planted: PlantedTitle[] = [
  { title: "Frogs in winter" },
  { title: "Frogs of the pond" },
  { title: "Winter walks" },
  { title: "Winter clothes" },
  { title: "Winter sports" },
  { title: "A life of nursing", author: "Fanny Gentle" },
  { title: "Fanny goes to school" },
  { title: "Raw milk at home" },
  { title: "Raw carrots at home" },
  { title: "Owls", description: `A word on mice. ${"And much about owls. ".repeat(60)}` },
  { title: "Stoats", description: "What they do to mice." },
  { title: "Badgers, for adults", grade_mask: 32 },
  { title: "Badgers, for everybody" },
  { title: "Newts at night" },
  { title: "Amphibians of the west" },
  ...Array.from({ length: 10 }, (_, number) => ({ title: `Reptiles, part ${number}` })),
  { title: "Geckos on the wall" },
  { title: "Moles underground" },
  { title: "Moles y topos", language: "es" },
  { title: "Hares in the field", grade_mask: 32 },
  { title: "Hares at school", grade_mask: 0b10 },
  { title: "Otters brush their fur" },
  { title: "Otters and the brush of a tail" },
  { title: "Horseshoes for beginners" },
];
beforeAll(async () => {
  const entries = [
    { words: "amphibians, anfibios", broader: "vertebrates" },
    { words: "newts, tritones", broader: "amphibians" },
    { words: "reptiles, reptilian", broader: "" },
    { words: "geckos, gecko", broader: "reptiles" },
    { words: "badgers, tejones", broader: "" },
    { words: "ferrets, hurones", broader: "mammals" },
  ];
  await db.insertInto("synonym_groups").values(entries).execute();
  await plant(
    db,
    planted.map((title) => ({ language: "en", ...title })),
  );
});

async function answerTo(searchString: string, page = 1, pageSize = 100) {
  const { titles, total, parsedQuery } = await searchFor(db, searchString, { page, pageSize });
  const { omittedWords = [], unknownWords = [], missingFormat = "", also = [], filters = [] } = parsedQuery ?? {};
  return { titles, total, omittedWords, unknownWords, missingFormat, also, filters };
}

describe("a search with few matches", () => {
  it("adds titles with its rarer word, with a note, and counts them on every page", async () => {
    const { titles, total, omittedWords } = await answerTo("winter frogs");
    expect([titles.slice(0, 2), omittedWords]).toEqual([
      ["Frogs in winter", "Frogs of the pond"],
      ["winter", "frogs"],
    ]);
    expect(total).toBe(titles.length);
    expect((await answerTo("winter frogs", 2, 2)).titles).toEqual(titles.slice(2, 4));
  });

  it("leaves out words that no title has if titles have most of the others", async () => {
    const { titles, unknownWords } = await answerTo("how do otters brush tails xylophonically");
    expect(titles).toEqual(["Otters and the brush of a tail", "Otters brush their fur"]);
    expect(unknownWords).toEqual(["xylophonically"]);
  });

  it("leaves out every word that no title has, with a note, if titles have another strong word", async () => {
    for (const text of ["frogs xylophone", "xylophone mortgage frogs", "what is a mortgage for frogs"]) {
      const { titles, unknownWords } = await answerTo(text);
      expect(titles, text).toEqual(["Frogs in winter", "Frogs of the pond"]);
      expect(unknownWords, text).toEqual(text.split(" ").filter((word) => /xylophone|mortgage/.test(word)));
    }
  });

  it("joins neighboring words that titles have as one, with a note", async () => {
    const { titles, parsedQuery } = await searchFor(db, "horse shoes");
    expect(titles).toEqual(["Horseshoes for beginners"]);
    expect(parsedQuery).toMatchObject({
      corrections: [{ typed: "horse shoes", shown: "horseshoes" }],
      literalQuery: '"horse shoes"',
    });
    expect((await answerTo('"horse shoes"')).titles).toEqual([]);
    expect((await answerTo("horse or shoes")).titles).toEqual([]);
  });

  it("names the format without matches, and finds the other formats", async () => {
    expect(await answerTo("frogs video")).toMatchObject({
      titles: ["Frogs in winter", "Frogs of the pond"],
      missingFormat: "Video",
      filters: [],
    });
    expect((await answerTo("video of frogs with a xylophone")).missingFormat).toBe("Video");
    expect(await answerTo("frogs book")).toMatchObject({ missingFormat: "", filters: [{ name: "Book" }] });
  });

  it("finds titles with its topic, a word with synonyms, if no title has the other words", async () => {
    expect((await answerTo("badgers gentle xylophone")).titles.slice(0, 2)).toEqual([
      "Badgers, for everybody",
      "Badgers, for adults",
    ]);
  });

  it("finds nothing if no title has two of its words that titles have, or none of its strong words", async () => {
    for (const text of ["frogs mice", "mortgage refinancing", "xylophone lessons for kids", "xylophone"])
      expect((await answerTo(text)).titles, text).toEqual([]);
  });

  it("keeps quoted and excluded words, and a person's name", async () => {
    expect((await answerTo('"winter" "frogs"')).titles).toEqual(["Frogs in winter"]);
    expect((await answerTo('"raw milk" home')).titles).toEqual(["Raw milk at home"]);
    const { titles } = await answerTo("winter frogs -pond -clothes -sports -walks");
    expect(titles).toEqual(["Frogs in winter"]);
    expect(await answerTo("fanny gentle")).toMatchObject({ titles: ["A life of nursing"], omittedWords: [] });
  });

  it("ranks titles in its language and for its grade first", async () => {
    expect(await answerTo("moles en español")).toMatchObject({
      titles: ["Moles y topos", "Moles underground"],
      filters: [],
    });
    expect(await answerTo("hares grade 3")).toMatchObject({
      titles: ["Hares at school", "Hares in the field"],
      filters: [],
      omittedWords: ["grade 3"],
    });
  });
});

it("long descriptions and titles for adults only rank lower", async () => {
  expect((await answerTo("mice")).titles).toEqual(["Stoats", "Owls"]);
  expect((await answerTo("badgers")).titles).toEqual(["Badgers, for everybody", "Badgers, for adults"]);
});
