import { allGrades } from "#contract/catalog/grade-masks.ts";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "#server/platform/database.ts";
import { testDatabase } from "#server/test/database.ts";
import { search } from "./search.ts";
import { correctText } from "./understand.ts";
import { commonWords, languageOfWord } from "./words-of-languages.ts";

const { db, connection } = await testDatabase();

const planted: { title: string; description?: string; language?: string; publisher?: string; grades?: number }[] = [
  { title: "Straight talk on vaping" },
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
  { title: "Bicycle helmets, year by year", grades: 8 },
  { title: "Ponds and frogs" },
  { title: "Ponds and toads", grades: 0b11 },
  { title: "Sound nutrition" },
  { title: "Sobre la nutrición", language: "es" },
];
beforeAll(async () => {
  const items = planted.map(
    ({ title, description = "Plain.", language = "en", publisher = "", grades = 63 }, place) => ({
      title,
      description,
      language,
      publisher,
      tags: "",
      reference_number: `U${place}`,
      category_id: 1,
      subject_id: 1,
      grade_mask: grades,
      active_copies: 1,
    }),
  );
  await db.insertInto("items").values(items).execute();
});

const none = {
  categoryId: 0,
  subjectId: 0,
  gradeId: 0,
  inStockOnly: false,
  outOfStockOnly: false,
  page: 1,
  pageSize: 50,
};
async function answerTo(searchString: string, chosen: Partial<typeof none> = {}) {
  const asked = { ...none, ...chosen, searchString };
  const { searchInStockResults: list, understood } = await search(db, asked, async () => {});
  const titles: string[] = [];
  for (const item of Symbol.asyncIterator in list ? [] : list) titles.push(item.title);
  return { titles, understood };
}
const titlesFor = async (text: string) => (await answerTo(text)).titles;

describe("typing errors", () => {
  it("are mended, said, and not where somebody insists", async () => {
    const { titles, understood } = await answerTo("Vapping");
    expect(titles[0]).toBe("Straight talk on vaping");
    expect(titles).not.toContain("Kidnapped");
    expect(understood).toMatchObject({ corrections: [{ typed: "Vapping", shown: "vaping" }], asTyped: '"Vapping"' });
    expect(understood?.also.map(({ typed }) => typed)).toEqual(["vaping"]);
    expect(await answerTo('"Vapping"')).toEqual({ titles: [], understood: undefined });
  });

  it("insisted on leave a format as it is, because it is no word of titles", async () => {
    const { understood } = await answerTo('vapping "straight talk" book');
    expect(understood?.asTyped).toBe('"vapping" "straight talk" book');
  });

  it.each([
    ["marajuana", "Marijuana and the brain"],
    ["fentynal", "Fentanyl facts"],
    ["toothbursh", "Toothbrush tales"],
    ["mujeres embrazadas", "Consejos para mujeres"],
  ])("%s finds %s", async (typed, title) => {
    expect(await titlesFor(typed)).toContain(title);
  });

  it("are mended in a last letter, in words that only a phrase of the thesaurus has, and in those that narrow a search", async () => {
    const corrections = async (text: string) => (await answerTo(text)).understood?.corrections;
    expect(await corrections("straigh talk")).toEqual([{ typed: "straigh", shown: "straight" }]);
    expect(await titlesFor("straigh talk")).toContain("Straight talk on vaping");
    expect(await corrections("secondhnd smoke")).toEqual([{ typed: "secondhnd", shown: "secondhand" }]);
    const { understood } = await answerTo("vaping kindergaren");
    expect(understood).toMatchObject({ corrections: [{ shown: "kindergarten" }], filters: [{ kind: "grade" }] });
  });

  it("are mistaken vowels rather than consonants", async () => {
    expect((await answerTo("selt")).understood?.corrections).toEqual([{ typed: "selt", shown: "salt" }]);
  });

  it("are none in what the thesaurus has, though titles have a word that begins so", async () => {
    expect((await answerTo("percs")).understood?.corrections ?? []).toEqual([]);
  });

  it("are none in a word of the language, however similar another is", async () => {
    for (const word of ["chess", "demonstrations chess", "cheat"])
      expect(await answerTo(word), word).toEqual({ titles: [], understood: undefined });
    expect(await titlesFor("menstruation")).not.toContain("Electrical safety demonstration");
  });
});

it("an error that sounds the same in Spanish is taken for Spanish, and another is not", async () => {
  expect((await answerTo("nutrision")).understood?.corrections).toEqual([{ typed: "nutrision", shown: "nutricion" }]);
  expect((await titlesFor("nutrision"))[0]).toBe("Sobre la nutrición");
  expect((await answerTo("nutritoin")).understood?.corrections).toEqual([{ typed: "nutritoin", shown: "nutrition" }]);
});

it("titles for children come first where a search names them, also beside nothing but a format", async () => {
  expect(await titlesFor("ponds")).toEqual(["Ponds and frogs", "Ponds and toads"]);
  expect(await titlesFor("ponds for kids")).toEqual(["Ponds and toads", "Ponds and frogs"]);
  expect((await titlesFor("books for children"))[0]).toBe("Ponds and toads");
});

describe("words and their forms", () => {
  it("have those of the title's language", async () => {
    expect(await titlesFor("mujeres embarazadas")).toEqual(["Mujer embarazada y saludable", "Consejos para mujeres"]);
  });

  it.each(["e cigarette", "ecigarette", "e-cigarettes", "E-CIGARETTE"])("of a compound are one: %s", async (text) => {
    expect((await titlesFor(text))[0]).toBe("All about e-cigarettes");
  });

  it("of a compound are found apart", async () => {
    expect(await titlesFor("tooth brush")).toContain("Toothbrush tales");
  });

  it("in quotes are a phrase, which finds no more than its words do", async () => {
    expect(await titlesFor('"healthy eating"')).toEqual(["Healthy eating every day"]);
    expect(await titlesFor("healthy eating")).toEqual(
      expect.arrayContaining(["Healthy eating every day", "Eating healthy food"]),
    );
  });

  it("of a publisher are found, and words that begin so where there is no other", async () => {
    expect(await titlesFor("smith and sons")).toEqual(["Anatomy of the ear"]);
    expect(await titlesFor("anatom")).toContain("Anatomy of the ear");
  });
});

describe("the thesaurus", () => {
  it("finds what titles call it, and says so", async () => {
    const { titles, understood } = await answerTo("juul");
    expect(titles).toEqual(expect.arrayContaining(["Straight talk on vaping", "All about e-cigarettes"]));
    expect(understood?.also[0]?.typed).toBe("juul");
    expect(understood?.also[0]?.words).toContain("vaping");
  });

  it("takes a typed word for what is meant by it, not for what titles say", async () => {
    expect((await titlesFor("cutting"))[0]).toBe("Self-injury: what to say");
    expect(await titlesFor("cutting")).not.toContain("Cut down on salt");
    expect(await titlesFor('"cutting"')).toEqual(["Cut down on salt"]);
  });

  it("leaves a phrase that titles have to them, though it is typed for something else", async () => {
    expect(await titlesFor("fake news")).toContain("Spotting fake news");
  });

  it("takes no more of a search than says something, and of its words none that is less than it seems", async () => {
    expect((await answerTo("libros sobre vapeo")).understood?.also[0]?.typed).toBe("vapeo");
    for (const typed of ["e-cigs", "cigarro electronico"])
      expect((await answerTo(typed)).titles).toEqual((await answerTo("juul")).titles);
    await db.updateTable("items").set({ title: "Things that grow" }).where("title", "=", "Kidnapped").execute();
    expect(await titlesFor("puberty")).not.toContain("Things that grow");
  });

  it("knows a typed phrase in other forms, and is none that is mended, though no title has its words", async () => {
    await sql`insert into synonym_groups (words, also_typed) values ('bicycle helmets', 'noggin protector')`.execute(
      db,
    );
    for (const typed of ["noggin protector", "noggin protectors"])
      expect((await answerTo(typed)).titles).toContain("Bicycle helmets");
    expect((await answerTo("noggin protectors")).understood?.corrections).toEqual([]);
  });

  it("follows what staff change", async () => {
    expect(await titlesFor("mango pods")).toEqual([]);
    await sql`insert into synonym_groups (words, also_typed) values ('vaping', 'mango pods')`.execute(db);
    expect((await titlesFor("mango pods"))[0]).toBe("Straight talk on vaping");
  });

  it("has 150 entries and more", async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from synonym_groups`.execute(db);
    expect(rows[0]?.count).toBeGreaterThan(150);
  });
});

describe("a grade in the words", () => {
  const kinds = async (gradeId: number) =>
    (await answerTo("6th grade vaping", { gradeId })).understood?.filters.map(({ kind }) => kind);

  it("narrows a search for all grades, as every search of the page is, and not one for a grade", async () => {
    expect(await kinds(0)).toEqual(["grade"]);
    expect(await kinds(allGrades)).toEqual(["grade"]);
    expect(await kinds(1)).not.toContain("grade");
  });
});

describe("too many words", () => {
  it("that say little are left out where no title has all, and said", async () => {
    const { titles, understood } = await answerTo("fentanyl classroom activities");
    expect(titles).toContain("Fentanyl facts");
    expect(understood?.leftOut).toEqual(["classroom", "activities"]);
  });

  it("that a question is asked with say little", async () => {
    expect(await titlesFor("how do my students handle fentanyl")).toEqual(["Fentanyl facts"]);
  });
});

it.each(["grade 6 vaping", "vaping grade 6", "6th grade vaping", "vaping grades 6-8"])(
  "in “%s” the grade takes no word beside it",
  async (words) => {
    const { titles, understood } = await answerTo(words);
    expect(titles).toEqual((await answerTo("vaping 6th grade")).titles);
    expect(titles).not.toContain("Ponds and toads");
    expect(understood?.filters.map(({ kind }) => kind)).toEqual(["grade"]);
  },
);

it("titles for just the grade that was asked for come before those for all", async () => {
  const { titles } = await answerTo("bicycle helmets grades 6-8");
  expect(titles).toEqual(["Bicycle helmets, year by year", "Bicycle helmets"]);
});

it("a word is of the language that uses it more, though both lists have it", async () => {
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
    await db
      .insertInto("items")
      .values(
        titles[language].map((title, place) => ({
          title,
          description: "Plain.",
          tags: "",
          language,
          reference_number: `H${language}${place}`,
          category_id: 1,
          subject_id: 1,
          grade_mask: 63,
          active_copies: 1,
        })),
      )
      .execute();
  expect(await titlesFor("hospital")).toEqual([...titles.en, ...titles.es]);
  expect(await titlesFor("¿hospital?")).toEqual([...titles.es, ...titles.en]);
});

it("a word longer than any in a title is not corrected, which costs no more than a word that titles have", async () => {
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
