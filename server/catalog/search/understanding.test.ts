import { allGrades } from "#contract/catalog/grade-masks.ts";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "#server/platform/database.ts";
import { testDatabase } from "#server/test/database.ts";
import { plant, type PlantedTitle, searchFor } from "#server/test/planted-titles.ts";
import { correctText } from "./understand.ts";
import { commonWords, languageOfWord } from "./words-of-languages.ts";

const { db, connection } = await testDatabase();

const planted: PlantedTitle[] = [
  { title: "Straight talk on vaping" },
  { title: "What vapeo means" },
  { title: "Electrical safety demonstration" },
  { title: "Kidnapped" },
  { title: "Chest pain" },
  { title: "All about e-cigarettes" },
  { title: "Mujer embarazada y saludable", language: "es" },
  { title: "Consejos para mujeres", language: "es", description: "Sobre embarazadas." },
  { title: "Marijuana and the brain" },
  { title: "Eating healthy food", description: "Healthy portions, eating slowly." },
  { title: "Healthy eating every day" },
  { title: "Cut down on salt" },
  { title: "Self-injury: what to say" },
  { title: "Toothbrush tales" },
  { title: "Fentanyl facts" },
  { title: "Percsy the pony" },
  { title: "Anatomy of the ear", publisher: "Smith & Sons" },
  { title: "Spotting fake news" },
  { title: "Bicycle helmets" },
  { title: "Bicycle helmets, year by year", grade_mask: 8 },
  { title: "Ponds and frogs" },
  { title: "Ponds and toads", grade_mask: 0b11 },
  { title: "Sound nutrition" },
  { title: "Sobre la nutrición", language: "es" },
];
beforeAll(() =>
  plant(
    db,
    planted.map((title) => ({ language: "en", ...title })),
  ),
);

const answerTo = async (searchString: string, chosen = {}) => {
  const { titles, parsedQuery } = await searchFor(db, searchString, chosen);
  return { titles, parsedQuery };
};
const titlesFor = async (text: string) => (await answerTo(text)).titles;

describe("typing errors in a search", () => {
  it("are corrected with a note, except in quotes", async () => {
    const { titles, parsedQuery } = await answerTo("Vapping");
    expect(titles[0]).toBe("Straight talk on vaping");
    expect(titles).not.toContain("Kidnapped");
    expect(parsedQuery).toMatchObject({
      corrections: [{ typed: "Vapping", shown: "vaping" }],
      literalQuery: '"Vapping"',
    });
    expect(parsedQuery?.also.map(({ typed }) => typed)).toEqual(["vaping"]);
    expect(await answerTo('"Vapping"')).toEqual({ titles: [], parsedQuery: undefined });
  });

  it.each([
    ["marajuana", "Marijuana and the brain"],
    ["fentynal", "Fentanyl facts"],
    ["toothbursh", "Toothbrush tales"],
    ["mujeres embrazadas", "Consejos para mujeres"],
  ])("are corrected: %s finds %s", async (typed, title) => {
    expect(await titlesFor(typed)).toContain(title);
  });

  it("are corrected in the last letter, in words of synonym phrases, and in filter words", async () => {
    const corrections = async (text: string) => (await answerTo(text)).parsedQuery?.corrections;
    expect(await corrections("straigh talk")).toEqual([{ typed: "straigh", shown: "straight" }]);
    expect(await titlesFor("straigh talk")).toContain("Straight talk on vaping");
    expect(await corrections("secondhnd smoke")).toEqual([{ typed: "secondhnd", shown: "secondhand" }]);
    const { parsedQuery } = await answerTo("vaping kindergaren");
    expect(parsedQuery).toMatchObject({ corrections: [{ shown: "kindergarten" }], filters: [{ kind: "grade" }] });
  });

  it("are more likely in vowels than in consonants", async () => {
    expect((await answerTo("selt")).parsedQuery?.corrections).toEqual([{ typed: "selt", shown: "salt" }]);
  });

  it("aren't corrected in a word of the language, however similar another word is", async () => {
    for (const word of ["chess", "cheat"])
      expect(await answerTo(word), word).toEqual({ titles: [], parsedQuery: undefined });
    expect(await titlesFor("menstruation")).not.toContain("Electrical safety demonstration");
  });
});

it("an error that sounds the same in Spanish is corrected to a Spanish word", async () => {
  expect((await answerTo("nutrision")).parsedQuery?.corrections).toEqual([{ typed: "nutrision", shown: "nutricion" }]);
  expect((await titlesFor("nutrision"))[0]).toBe("Sobre la nutrición");
  expect((await answerTo("nutritoin")).parsedQuery?.corrections).toEqual([{ typed: "nutritoin", shown: "nutrition" }]);
});

it("titles for children come first in a search for children, even one with just a format", async () => {
  expect(await titlesFor("ponds")).toEqual(["Ponds and frogs", "Ponds and toads"]);
  expect(await titlesFor("ponds for kids")).toEqual(["Ponds and toads", "Ponds and frogs"]);
  expect((await titlesFor("books for children"))[0]).toBe("Ponds and toads");
});

describe("forms of words", () => {
  it("are those of the title's language", async () => {
    expect(await titlesFor("mujeres embarazadas")).toEqual(["Mujer embarazada y saludable", "Consejos para mujeres"]);
  });

  it.each(["e cigarette", "ecigarette", "e-cigarettes", "E-CIGARETTE"])(
    "of a compound are the same: %s",
    async (text) => {
      expect((await titlesFor(text))[0]).toBe("All about e-cigarettes");
    },
  );

  it("aren't searched for in quotes, where words are a phrase", async () => {
    expect(await titlesFor('"healthy eating"')).toEqual(["Healthy eating every day"]);
    expect(await titlesFor("healthy eating")).toEqual(
      expect.arrayContaining(["Healthy eating every day", "Eating healthy food"]),
    );
  });

  it("include words of a publisher, and words with the same prefix if there are no others", async () => {
    expect(await titlesFor("smith and sons")).toEqual(["Anatomy of the ear"]);
    expect(await titlesFor("anatom")).toContain("Anatomy of the ear");
  });
});

describe("synonyms in a search", () => {
  it("find titles with the other words, with a note", async () => {
    const { titles, parsedQuery } = await answerTo("juul");
    expect(titles).toEqual(expect.arrayContaining(["Straight talk on vaping", "All about e-cigarettes"]));
    expect(parsedQuery?.also[0]?.typed).toBe("juul");
    expect(parsedQuery?.also[0]?.words).toContainEqual({ word: "vaping", language: "en" });
    expect(parsedQuery?.also[0]?.words.at(-1)).toEqual({ word: "vapeo", language: "" });
  });

  it("replace a typed word that means something else in titles", async () => {
    expect((await titlesFor("cutting"))[0]).toBe("Self-injury: what to say");
    expect(await titlesFor("cutting")).not.toContain("Cut down on salt");
    expect(await titlesFor('"cutting"')).toEqual(["Cut down on salt"]);
  });

  it("leave out stop words, and don't match shorter stems", async () => {
    expect((await answerTo("libros sobre vapeo")).parsedQuery?.also[0]?.typed).toBe("vapeo");
    for (const typed of ["e-cigs", "cigarro electronico"])
      expect((await answerTo(typed)).titles).toEqual((await answerTo("juul")).titles);
    await db.updateTable("items").set({ title: "Things that grow" }).where("title", "=", "Kidnapped").execute();
    expect(await titlesFor("puberty")).not.toContain("Things that grow");
  });

  it("include other forms of a typed phrase, which isn't corrected even if no title has its words", async () => {
    await sql`insert into synonym_groups (words, also_typed) values ('bicycle helmets', 'noggin protector')`.execute(
      db,
    );
    for (const typed of ["noggin protector", "noggin protectors"])
      expect((await answerTo(typed)).titles).toContain("Bicycle helmets");
    expect((await answerTo("noggin protectors")).parsedQuery?.corrections).toEqual([]);
  });

  it("follow changes by staff", async () => {
    expect(await titlesFor("mango pods")).toEqual([]);
    await sql`insert into synonym_groups (words, also_typed) values ('vaping', 'mango pods')`.execute(db);
    expect((await titlesFor("mango pods"))[0]).toBe("Straight talk on vaping");
  });
});

describe("a grade in a search", () => {
  const kinds = async (gradeId: number) =>
    (await answerTo("6th grade vaping", { gradeId })).parsedQuery?.filters.map(({ kind }) => kind);

  it("becomes a filter of a search for all grades, but not of one for a grade", async () => {
    expect(await kinds(0)).toEqual(["grade"]);
    expect(await kinds(allGrades)).toEqual(["grade"]);
    expect(await kinds(1)).not.toContain("grade");
  });
});

describe("weak words in a search", () => {
  it("are left out with a note if no title has all words", async () => {
    const { titles, parsedQuery } = await answerTo("fentanyl classroom activities");
    expect(titles).toContain("Fentanyl facts");
    expect(parsedQuery?.omittedWords).toEqual(["classroom", "activities"]);
  });

  it("include the words of questions", async () => {
    expect(await titlesFor("how do my students handle fentanyl")).toEqual(["Fentanyl facts"]);
  });
});

it.each(["grade 6 vaping", "vaping grade 6", "6th grade vaping", "vaping grades 6-8"])(
  "the grade in “%s” includes no word beside it",
  async (words) => {
    const { titles, parsedQuery } = await answerTo(words);
    expect(titles).toEqual((await answerTo("vaping 6th grade")).titles);
    expect(titles).not.toContain("Ponds and toads");
    expect(parsedQuery?.filters.map(({ kind }) => kind)).toEqual(["grade"]);
  },
);

it("titles for just the searched grade come before those for all grades", async () => {
  const { titles } = await answerTo("bicycle helmets grades 6-8");
  expect(titles).toEqual(["Bicycle helmets, year by year", "Bicycle helmets"]);
});

it("a word belongs to the language that uses it more, even if both lists have it", async () => {
  const common = await commonWords();
  const languages = (words: string) => words.split(" ").map((word) => languageOfWord(word, common));
  expect(languages("corazon agua asma salud")).toEqual(["es", "es", "es", "es"]);
  expect(languages("asthma drug nutrition")).toEqual(["en", "en", "en"]);
  expect(languages("social mental hepatitis qqxz")).toEqual([undefined, undefined, undefined, undefined]);
});

it("titles in the language of the search come before the others", async () => {
  const titles = {
    en: ["Hospital: a visit", "Hospital: what to expect"],
    es: ["Hospital: antes de ir", "Hospital: una visita"],
  };
  for (const language of ["en", "es"] as const)
    await plant(
      db,
      titles[language].map((title) => ({ title, language })),
    );
  expect(await titlesFor("hospital")).toEqual([...titles.en, ...titles.es]);
  expect(await titlesFor("¿hospital?")).toEqual([...titles.es, ...titles.en]);
});

it("a word longer than any in a title isn't corrected, and costs no more than a known word", async () => {
  let statements = 0;
  const watch = { connected() {}, lost() {}, away() {}, began: () => ((statements += 1), () => {}) };
  const counted = openDatabase({ connection, poolSize: 1, watch });
  const costOf = async (word: string) => {
    statements = 0;
    expect(await correctText(counted, word)).toBeUndefined();
    return statements;
  };
  const known = await costOf("kidnapped");
  expect(await costOf("x".repeat(30))).toBeGreaterThan(known);
  expect(await costOf("x".repeat(31))).toBe(known);
  await counted.destroy();
});
