import { describe, expect, it } from "vitest";
import type { SearchResults } from "#contract/catalog/catalog.ts";
import { type FacetKind, facetKinds, type Facets, type SearchHelp } from "#contract/catalog/facets.ts";
import { nameIn } from "./facets.ts";
import { followCodes } from "../codes/codes.queries.ts";
import { testApp } from "#server/test/app.ts";
import { plant } from "#server/test/planted-titles.ts";

const { db, app } = await testApp();

// 120 titles, two thirds of them about sleep; each field cycles with its own period
const publishers = ["Acme, Inc.", "Ñandú & Söhne", "", "A|B", "Zeta Press"];
const planted = Array.from({ length: 120 }, (_, place) => ({
  title: `${place % 3 === 0 ? "Waking" : "Sleep"} ${place}`,
  tags: place % 10 === 0 ? "dream" : "",
  reference_number: `FC${place}`,
  category_id: (place % 7 < 4 ? 0 : place % 2) + 1,
  subject_id: (place % 5) + 1,
  grade_mask: [1, 2, 4, 3, 63, 24, 2 ** 30 + 63][place % 7] ?? 63,
  language: ["en", "es", "", "vi"][place % 4] ?? "",
  published_year: place % 6 === 0 ? "" : String(2010 + (place % 11)),
  publisher: publishers[place % 5] ?? "",
  active_copies: place % 8 === 0 ? 0 : 2,
}));
await plant(db, planted);
type Title = (typeof planted)[number];

type SearchInput = Partial<Record<FacetKind, readonly (string | number)[]>> & { text?: string; stock?: "in" | "all" };
const queryOf = ({ text = "", stock = "in", ...chosen }: SearchInput, more: Record<string, string> = {}) =>
  new URLSearchParams({
    searchString: text,
    inStockOnly: String(stock === "in"),
    ...Object.fromEntries(Object.entries(chosen).map(([kind, values]) => [kind, values.join("|")])),
    ...more,
  }).toString();

async function answer<Data>(call: string, query: string): Promise<Data> {
  const response = await app.inject(`/api/Inventory/${call}?${query}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json<{ data: Data }>().data;
}
const facets = async (input: SearchInput, more: Record<string, string> = { most: "100" }) =>
  answer<Facets>("GetFacets", queryOf(input, more));
async function total(input: SearchInput, more: Record<string, string> = {}): Promise<number> {
  const results = await answer<SearchResults>("GetInventoryBySearchParams", queryOf(input, { ...more, page: "1" }));
  return results.inStockTotal + (input.stock === "all" ? results.outOfStockTotal : 0);
}

const isForAll = (mask: number) => (mask & (63 | (2 ** 30))) === 63;
const valuesOf: Record<FacetKind, (title: Title) => string[]> = {
  formats: ({ category_id }) => [String(category_id)],
  subjects: ({ subject_id }) => [String(subject_id)],
  grades: ({ grade_mask }) =>
    [1, 2, 4, 8, 16, 32].filter((grade) => isForAll(grade_mask) || (grade_mask & grade) !== 0).map(String),
  languages: ({ language }) => [language],
  years: ({ published_year }) => [published_year],
  publishers: ({ publisher }) => [publisher],
};

/** Counts the titles of each value of a kind one by one. */
function countsByHand(input: SearchInput, of: FacetKind): Record<string, number> {
  const words = (input.text ?? "").toLowerCase();
  const rest = planted.filter(
    (title) =>
      (words === "" || title.title.toLowerCase().includes(words)) &&
      (input.stock === "all" || title.active_copies > 0) &&
      facetKinds.every((kind) => {
        const values = input[kind]?.map(String) ?? [];
        return kind === of || values.length === 0 || valuesOf[kind](title).some((value) => values.includes(value));
      }),
  );
  const counts: Record<string, number> = {};
  for (const value of rest.flatMap(valuesOf[of]))
    if (value !== "" && !value.includes("|")) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

const searches: [string, SearchInput][] = [
  ["everything in stock", {}],
  ["a word", { text: "sleep" }],
  ["two values of a kind, and a word", { text: "sleep", languages: ["es", "vi"], stock: "all" }],
  ["grades", { grades: [1, 8] }],
  [
    "values of four kinds",
    { formats: [1], grades: [2, 4], years: ["2013", "2014", "2016"], publishers: ["Acme, Inc."] },
  ],
  [
    "values of all kinds",
    {
      text: "sleep",
      formats: [1, 2],
      subjects: [1, 2, 3],
      grades: [1, 2],
      languages: ["en", "es"],
      years: ["2011", "2012", "2013", "2015"],
      publishers: ["Acme, Inc.", "Ñandú & Söhne"],
    },
  ],
];

describe.each(searches)("the facet counts of %s", (_name, input) => {
  it("agree with counting titles one by one", async () => {
    const { facets: all } = await facets(input);
    for (const kind of facetKinds) {
      const values = all.find((facet) => facet.kind === kind)?.values ?? [];
      const counted = Object.fromEntries(
        values.filter(({ titles }) => titles > 0).map(({ value, titles }) => [value, titles]),
      );
      expect(counted, kind).toEqual(countsByHand(input, kind));
    }
  });

  it("agree with the totals after choosing a value, in the list and its pages", async () => {
    const { facets: all, total: before } = await facets(input);
    expect(before).toBe(await total(input));
    for (const { kind, values } of all) {
      const [value] = values.toSorted((a, b) => a.titles - b.titles);
      const narrowed = { ...input, [kind]: [value?.value ?? ""] };
      expect(await total(narrowed), `${kind} ${value?.value}`).toBe(value?.titles);
      expect((await facets(narrowed)).total).toBe(value?.titles);
    }
  });
});

it("a filtered list has the matching titles in every sort order, in pages and as a whole", async () => {
  const input: SearchInput = { languages: ["es"], grades: [1], publishers: ["Acme, Inc.", "Zeta Press"], stock: "all" };
  const skus = planted
    .filter(
      ({ language, publisher, grade_mask }) =>
        language === "es" &&
        ["Acme, Inc.", "Zeta Press"].includes(publisher) &&
        (isForAll(grade_mask) || grade_mask & 1),
    )
    .map(({ reference_number }) => reference_number);
  expect(skus.length).toBeGreaterThan(3);
  for (const text of ["", "sleep or waking"])
    for (const sort of ["", "newest", "title", "borrowed"]) {
      const skusOf = async (more: Record<string, string>) => {
        const query = queryOf({ ...input, text }, { sort, ...more });
        const part = await answer<SearchResults>("GetInventoryBySearchParams", query);
        return [...part.searchInStockResults, ...part.searchOutOfStockResults].map((item) => item.referenceNumber);
      };
      const whole = await skusOf({});
      expect(whole.toSorted(), `${text} ${sort}`).toEqual(skus.toSorted());
      const pages: string[] = [];
      for (let page = 1; page <= Math.ceil(skus.length / 2); page += 1)
        pages.push(...(await skusOf({ page: String(page), pageSize: "2" })));
      expect(pages).toEqual(whole);
    }
});

describe("the values of a facet", () => {
  it("are limited, with a count of the rest, and always include chosen values", async () => {
    const { facets: all } = await facets({ years: ["2010", "1901"] }, { most: "3" });
    const years = all.find(({ kind }) => kind === "years");
    expect(years?.values.map(({ value, isChosen }) => [value, isChosen])).toEqual([
      ["2020", false],
      ["2019", false],
      ["2018", false],
      ["2010", true],
      ["1901", true],
    ]);
    expect(years?.values.at(-1)?.titles).toBe(0);
    expect(years?.more).toBe(7);
  });

  it("have names, and are sorted by number of titles or in their own order", async () => {
    const { facets: all } = await facets({});
    expect(all.map(({ kind }) => kind)).toEqual([...facetKinds]);
    const named = (of: FacetKind) => all.find(({ kind }) => kind === of)?.values.map(({ name }) => name);
    expect(named("formats")).toEqual(["Book", "Video"]);
    expect(named("languages")?.toSorted()).toEqual(["English", "Spanish", "Vietnamese"]);
    expect(named("grades")?.[0]).toBe(
      (await db.selectFrom("grades").select("grade_name").orderBy("position").offset(1).executeTakeFirst())?.grade_name,
    );
    const subjects = all.find(({ kind }) => kind === "subjects")?.values.map(({ titles }) => titles) ?? [];
    expect(subjects).toEqual(subjects.toSorted((a, b) => b - a));
  });

  it("include hidden subjects only when they are chosen", async () => {
    const hide = async (isHidden: boolean) => {
      await db.updateTable("subjects").set({ is_hidden: isHidden }).where("subject_id", "=", 2).execute();
      await db
        .updateTable("code_lists")
        .set(({ eb }) => ({ version: eb("version", "+", 1) }))
        .execute();
      await followCodes(db);
    };
    const subjects = async (input: SearchInput) =>
      (await facets(input)).facets.find(({ kind }) => kind === "subjects")?.values.map(({ value }) => value);
    await hide(true);
    expect(await subjects({})).not.toContain("2");
    expect(await subjects({ subjects: [2] })).toContain("2");
    await hide(false);
    expect(await subjects({})).toContain("2");
  });
});

describe("publishers that differ only in spelling", () => {
  const names = [
    "The U.S. Dept. of Moss & Fern",
    "United States Department of Moss and Fern",
    "US Department of Moss, and Fern.",
  ];
  const others = ["Department of Moss and Fern", "U.S. Department of Moss"];
  const publishersFor = async (input: SearchInput) =>
    (await facets({ ...input, text: "mossbook" })).facets
      .find(({ kind }) => kind === "publishers")
      ?.values.map(({ value, titles, isChosen }) => [value, titles, isChosen]);

  it("are one value, by the spelling that was chosen or the most frequent one, and find the same titles", async () => {
    const titles = [names[0], names[1], names[1], names[2], ...others];
    await plant(
      db,
      titles.map((publisher = "", place) => ({
        title: `Mossbook ${place}`,
        publisher,
        published_year: `${2030 + place}`,
      })),
    );
    const rest = others.map((name) => [name, 1, false]);
    expect(await publishersFor({})).toEqual([[names[1], 4, false], ...rest]);
    for (const name of names) {
      expect(await total({ text: "mossbook", publishers: [name] }), name).toBe(4);
      expect(await publishersFor({ publishers: [name] }), name).toEqual([[name, 4, true], ...rest]);
      expect(await publishersFor({ publishers: [name], years: ["2030"] }), name).toEqual([[name, 1, true]]);
    }
  });
});

describe("chosen facet values", () => {
  it("don't change how a query is parsed", async () => {
    // "videos" is a format: choosing books finds nothing, and not books about videos
    expect((await facets({ text: "sleep videos" })).total).toBeGreaterThan(0);
    expect(await total({ text: "sleep videos", formats: [1] })).toBe(0);
    expect((await facets({ text: "sleep videos", formats: [1] })).total).toBe(0);
  });
});

describe("help for a search with few results or none", () => {
  const help = async (input: SearchInput, more: Record<string, string> = {}) =>
    answer<SearchHelp>("GetSearchHelp", queryOf(input, more));

  it("lists filters to remove, with the titles that each removal finds, most titles first", async () => {
    const input: SearchInput = { text: "sleep", languages: ["de"] };
    const { without } = await help(input, { categoryId: "1", subjectId: "3" });
    expect(without).toEqual([
      { kind: "languages", titles: await total({ text: "sleep" }, { categoryId: "1", subjectId: "3" }) },
    ]);
    const three = await help({ text: "dream", formats: [3] }, { gradeId: "8" });
    expect(three.without).toEqual([{ kind: "formats", titles: await total({ text: "dream" }, { gradeId: "8" }) }]);
    const either = await help({ publishers: ["Zeta Press"] }, { subjectId: "1" });
    expect(either.without).toEqual(
      [
        { kind: "subject", titles: await total({ publishers: ["Zeta Press"] }) },
        { kind: "publishers", titles: await total({}, { subjectId: "1" }) },
      ].toSorted((a, b) => b.titles - a.titles),
    );
  });

  it("lists topics related to its words, broader ones first, with the number of titles that a search for each finds", async () => {
    const entries = [
      { words: "waking, despertar" },
      { words: "zzqnap, zzqsiesta", broader: "despertar, zzqnothing, waking" },
      { words: "dream, ensueño", broader: "zzqnap" },
    ];
    await db.insertInto("synonym_groups").values(entries).execute();
    for (const input of [{}, { languages: ["es"] }, { stock: "all" as const }]) {
      const titlesOf = async (text: string) => total({ ...input, text });
      const expected = [
        { en: "waking", es: "despertar", titles: await titlesOf("waking") },
        { en: "dream", es: "ensueño", titles: await titlesOf("dream") },
      ];
      const { topics } = await help({ ...input, text: "zzqnap" });
      expect(topics).toEqual(expected.filter(({ titles }) => titles > 0));
    }
    expect((await help({ text: "dream" })).topics).toEqual([]);
  });
});

it("a topic is named by its first word in the reader's language, or by one after the English words that may be Spanish", () => {
  const words = (text: string) =>
    text.split(", ").map((each): Parameters<typeof nameIn>[1][number] => {
      const [, word = "", language] = /^(.*?)(?: (en|es))?$/.exec(each) ?? [];
      return { word, language: language === "en" || language === "es" ? language : "" };
    });
  const namesOf = (text: string) => [nameIn("en", words(text)), nameIn("es", words(text))];
  expect(namesOf("drunk driving en, dui, manejar ebrio es, conducir ebrio es")).toEqual([
    "drunk driving",
    "manejar ebrio",
  ]);
  expect(namesOf("resilience en, resiliency, coping en, resiliencia")).toEqual(["resilience", "resiliencia"]);
  expect(namesOf("fda, food and drug administration en")).toEqual(["food and drug administration", "fda"]);
  expect(namesOf("usda en")).toEqual(["usda", ""]);
});
