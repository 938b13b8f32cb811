import fc from "fast-check";
import { beforeAll, expect, it, vi } from "vitest";
import { openDatabase } from "#server/platform/database.ts";
import { Changes } from "#server/platform/kept/changes.ts";
import { testDatabase } from "#server/test/database.ts";
import type { Terms, Way } from "../search/meaning.rules.ts";
import { idsFound } from "../search/search.queries.ts";
import { followTitles, titlesNow } from "./followed-titles.ts";

const { db, connection } = await testDatabase();
const indexed = openDatabase({ connection });
followTitles(indexed, new Changes(indexed, async () => {}), Infinity);

const words = ["apple", "bread", "carrot", "date", "egg", "appletree", "ñandu"];
const text = (most: number) => fc.array(fc.constantFrom(...words), { maxLength: most }).map((some) => some.join(" "));
const title = fc.record({
  title: text(4).map((some) => some || "untitled"),
  tags: text(3),
  author: text(2),
  description: text(60),
  language: fc.constantFrom("en", "es", ""),
  grade_mask: fc.constantFrom(1, 3, 32, 63),
});

beforeAll(async () => {
  const titles = fc.sample(title, { numRuns: 150, seed: 11 });
  const codes = { category_id: 1, subject_id: 1, active_copies: 1 };
  await db
    .insertInto("items")
    .values(titles.map((each, place) => ({ ...each, ...codes, reference_number: `Q${place}` })))
    .execute();
  await vi.waitUntil(async () => (await titlesNow(indexed)).index?.titles === 150);
});

const word = fc.constantFrom(...words.map((each) => `'${each}'`), "'carrot'", "'ñandu'", "'none'");
const phrase = fc
  .tuple(word, fc.array(fc.tuple(fc.constantFrom("<->", "<2>", "<3>"), word), { minLength: 1, maxLength: 2 }))
  .map(([first, more]) => [first, ...more.flat()].join(" "));
const { query } = fc.letrec<{ query: string; inner: string }>((tie) => ({
  inner: fc.oneof(
    { maxDepth: 3 },
    word,
    phrase,
    fc.constant("'appl':*"),
    tie("query").map((one) => `(${one})`),
  ),
  query: fc.oneof(
    { maxDepth: 3 },
    tie("inner"),
    fc
      .tuple(tie("inner"), fc.constantFrom(" & ", " | ", " & !"), tie("inner"))
      .map(([one, sign, other]) => `${one}${sign}(${other})`),
  ),
}));
const ways = fc.array(fc.record<Way>({ query, weight: fc.constantFrom(1, 0.7), isPhrase: fc.boolean() }), {
  minLength: 1,
  maxLength: 2,
});
const terms = fc
  .record({
    match: query,
    wanted: fc.array(fc.record({ ways, isWeak: fc.boolean() }), { maxLength: 3 }),
    phrase: fc.oneof(phrase, fc.constant("")),
    strict: fc.option(query, { nil: undefined }),
    language: fc.constantFrom("en" as const, "es" as const),
  })
  .map(({ match, wanted, phrase: spoken, strict, language }): Terms => ({
    match,
    meaning: {
      clauses: [],
      wanted: wanted.map((each) => ({ ...each, typed: "", isExcluded: false, places: [], related: [] })),
      filters: [],
      corrections: [],
      also: [],
      language,
      phrase: spoken,
    },
    exact: [],
    filters: [],
    isBroad: false,
    leftOut: [],
    ...(strict !== undefined && { strict }),
  }));

it("matches and ranks any query as PostgreSQL does", async () => {
  const search = {
    text: "",
    categoryId: 0,
    subjectId: 0,
    gradeId: 0,
    stock: "all",
    page: { number: 1, size: 18 },
  } as const;
  let found = 0;
  await fc.assert(
    fc.asyncProperty(terms, async (some) => {
      const [inIndex, inDatabase] = [await idsFound(indexed, search, some), await idsFound(db, search, some)];
      found += inDatabase.inStock.length;
      expect(inIndex).toEqual(inDatabase);
    }),
    { numRuns: 400, seed: 7 },
  );
  expect(found).toBeGreaterThan(400);
});
