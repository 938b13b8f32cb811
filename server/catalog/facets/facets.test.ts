import { describe, expect, it } from "vitest";
import type { SearchResults } from "#contract/catalog/catalog.ts";
import { type FacetKind, facetKinds, type Facets, type SearchHelp } from "#contract/catalog/facets.ts";
import { followCodes } from "../codes/codes.queries.ts";
import { testApp } from "#server/test/app.ts";

const { db, app } = await testApp();

// 120 titles, of which two thirds are about sleep and some of those in Spanish; what they are goes in different steps
const publishers = ["Acme, Inc.", "Ñandú & Söhne", "", "A|B", "Zeta Press"];
const planted = Array.from({ length: 120 }, (_, place) => ({
  title: `${place % 3 === 0 ? "Waking" : "Sleep"} ${place}`,
  description: "Plain.",
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
await db.insertInto("items").values(planted).execute();
type Title = (typeof planted)[number];

type Asked = Partial<Record<FacetKind, readonly (string | number)[]>> & { text?: string; stock?: "in" | "all" };
const queryOf = ({ text = "", stock = "in", ...chosen }: Asked, more: Record<string, string> = {}) =>
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
const facets = async (asked: Asked, more: Record<string, string> = { most: "100" }) =>
  answer<Facets>("GetFacets", queryOf(asked, more));
async function total(asked: Asked, more: Record<string, string> = {}): Promise<number> {
  const found = await answer<SearchResults>("GetInventoryBySearchParams", queryOf(asked, { ...more, page: "1" }));
  return found.inStockTotal + (asked.stock === "all" ? found.outOfStockTotal : 0);
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

/** How many titles each value of a kind gives, counted one by one. */
function naive(asked: Asked, of: FacetKind): Record<string, number> {
  const words = (asked.text ?? "").toLowerCase();
  const rest = planted.filter(
    (title) =>
      (words === "" || title.title.toLowerCase().includes(words)) &&
      (asked.stock === "all" || title.active_copies > 0) &&
      facetKinds.every((kind) => {
        const values = asked[kind]?.map(String) ?? [];
        return kind === of || values.length === 0 || valuesOf[kind](title).some((value) => values.includes(value));
      }),
  );
  const counts: Record<string, number> = {};
  for (const value of rest.flatMap(valuesOf[of]))
    if (value !== "" && !value.includes("|")) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

const searches: [string, Asked][] = [
  ["everything in stock", {}],
  ["everything", { stock: "all" }],
  ["a word", { text: "sleep" }],
  ["a value", { languages: ["es"] }],
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

describe.each(searches)("the counts of %s", (_name, asked) => {
  it("are those of titles counted one by one", async () => {
    const { facets: found } = await facets(asked);
    for (const kind of facetKinds) {
      const values = found.find((facet) => facet.kind === kind)?.values ?? [];
      const counted = Object.fromEntries(
        values.filter(({ titles }) => titles > 0).map(({ value, titles }) => [value, titles]),
      );
      expect(counted, kind).toEqual(naive(asked, kind));
    }
  });

  it("are what choosing a value gives, with the same total in the list and its pages", async () => {
    const { facets: found, total: before } = await facets(asked);
    expect(before).toBe(await total(asked));
    for (const { kind, values } of found) {
      const [value] = values.toSorted((one, other) => one.titles - other.titles);
      const narrowed = { ...asked, [kind]: [value?.value ?? ""] };
      expect(await total(narrowed), `${kind} ${value?.value}`).toBe(value?.titles);
      expect((await facets(narrowed)).total).toBe(value?.titles);
    }
  });
});

it("a narrowed list has these titles, in every order, page by page and as a whole", async () => {
  const asked: Asked = { languages: ["es"], grades: [1], publishers: ["Acme, Inc.", "Zeta Press"], stock: "all" };
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
        const query = queryOf({ ...asked, text }, { sort, ...more });
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

describe("the values of a kind", () => {
  it("are the first ones, with how many more there are; a chosen one is always among them", async () => {
    const { facets: found } = await facets({ years: ["2010", "1901"] }, { most: "3" });
    const years = found.find(({ kind }) => kind === "years");
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

  it("come with their names, and by their number of titles or in their own order", async () => {
    const { facets: found } = await facets({});
    expect(found.map(({ kind }) => kind)).toEqual([...facetKinds]);
    const named = (of: FacetKind) => found.find(({ kind }) => kind === of)?.values.map(({ name }) => name);
    expect(named("formats")).toEqual(["Book", "Video"]);
    expect(named("languages")?.toSorted()).toEqual(["English", "Spanish", "Vietnamese"]);
    expect(named("grades")?.[0]).toBe(
      (await db.selectFrom("grades").select("grade_name").orderBy("position").offset(1).executeTakeFirst())?.grade_name,
    );
    const subjects = found.find(({ kind }) => kind === "subjects")?.values.map(({ titles }) => titles) ?? [];
    expect(subjects).toEqual(subjects.toSorted((one, other) => other - one));
  });

  it("are none where nothing is found", async () => {
    expect(await facets({ text: "qqqqqq" })).toEqual({ total: 0, facets: [] });
  });

  it("no longer offered are there only when they are chosen", async () => {
    const hide = async (isHidden: boolean) => {
      await db.updateTable("subjects").set({ is_hidden: isHidden }).where("subject_id", "=", 2).execute();
      await db
        .updateTable("code_lists")
        .set(({ eb }) => ({ version: eb("version", "+", 1) }))
        .execute();
      await followCodes(db);
    };
    const subjects = async (asked: Asked) =>
      (await facets(asked)).facets.find(({ kind }) => kind === "subjects")?.values.map(({ value }) => value);
    await hide(true);
    expect(await subjects({})).not.toContain("2");
    expect(await subjects({ subjects: [2] })).toContain("2");
    await hide(false);
    expect(await subjects({})).toContain("2");
  });
});

describe("chosen values", () => {
  it("do not change how the words are read", async () => {
    // "videos" is a format: choosing books finds nothing, and not books about videos
    expect((await facets({ text: "sleep videos" })).total).toBeGreaterThan(0);
    expect(await total({ text: "sleep videos", formats: [1] })).toBe(0);
    expect((await facets({ text: "sleep videos", formats: [1] })).total).toBe(0);
  });

  it("that no title has find nothing", async () => {
    for (const chosen of [{ formats: [99] }, { languages: ["de"] }, { publishers: ["Nobody"] }])
      expect(await total(chosen)).toBe(0);
  });
});

describe("help where nothing is found", () => {
  const help = async (asked: Asked, more: Record<string, string> = {}) =>
    answer<SearchHelp>("GetSearchHelp", queryOf(asked, more));

  it("says what to take off and how many titles that gives, most first", async () => {
    const asked: Asked = { text: "sleep", languages: ["de"] };
    const { without } = await help(asked, { categoryId: "1", subjectId: "3" });
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
      ].toSorted((one, other) => other.titles - one.titles),
    );
  });

  it("knows subjects that the words are near, in both languages, with their titles", async () => {
    const near = async (text: string) => (await help({ text })).subjects;
    const expected = { subjectId: 3, subjectName: "Healthy Eating", titles: await total({}, { subjectId: "3" }) };
    expect(expected.titles).toBeGreaterThan(0);
    for (const text of ["eating zzqzzq", "alimentación zzqzzq", "Alimentacion -zzqzzq zzqzzq"])
      expect(await near(text), text).toEqual([expected]);
  });

  it("is nothing where nothing helps", async () => {
    expect(await help({ text: "qqqqqq" })).toEqual({ without: [], subjects: [] });
  });
});
