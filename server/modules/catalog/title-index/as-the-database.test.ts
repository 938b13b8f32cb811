import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import * as z from "zod";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { demonstrationItems } from "#db/seed/rules/demonstration-items.ts";
import { readDemonstrationCatalog } from "#db/seed/seed-demonstration-library.ts";
import { seedItems } from "#db/seed/seed-items.ts";
import type { Chosen } from "#contract/titles/facets.ts";
import { type Database, inTransaction, openDatabase } from "#server/platform/database.ts";
import { Changes } from "#server/platform/kept/changes.ts";
import { testDatabase } from "#server/test/database.ts";
import { countFacets } from "../facets/count-facets.ts";
import { helpSearch } from "../facets/help-search.ts";
import { idsFound, searchItems } from "../search/search.queries.ts";
import { followTitles, titlesNow } from "./followed-titles.ts";

const { db, connection } = await testDatabase();
/** Searches in it ask the index; those in `db` do not. */
const indexed = openDatabase({ connection });
followTitles(indexed, new Changes(indexed, async () => {}), Infinity);

const judged = z
  .array(z.object({ query: z.string() }))
  .parse(parse(readFileSync("tools/search/queries.csv"), { columns: true }));
const texts = [
  ...judged.map(({ query }) => query),
  "health",
  "a",
  '"mental health"',
  "-health food",
  '"food safety" -kit',
  "food or drugs",
  "vapping",
  "ment",
  "kids",
  "dvd",
  "video",
  "spanish",
  "6th grade nutrition",
  "grades 9-12",
  "zzzz",
  "healthy eating books",
  "don't",
  "e cigarette",
  "GPO0014",
  "#gpo0009",
];

beforeAll(async () => {
  await inTransaction(db, async (transaction) => {
    await seedItems(transaction, demonstrationItems(readDemonstrationCatalog()), new Date("2026-01-15T12:00:00Z"));
  });
  await sql`update items set archived_at = now() where item_id % 29 = 0`.execute(db);
  await sql`update items set times_lent = item_id % 5, publisher = case when item_id % 7 = 0 then 'Éditions Ñ' else publisher end`.execute(
    db,
  );
  await sql`vacuum analyze`.execute(db);
  await vi.waitUntil(async () => (await titlesNow(indexed)).index?.titles === 668, { timeout: 30_000 });
});

const some = texts.filter((_, place) => place % 6 === 0);
const none = {
  searchString: "",
  categoryId: 0,
  subjectId: 0,
  gradeId: 0,
  inStockOnly: false,
  outOfStockOnly: false,
  most: 6,
};
const wanted = { categoryId: 0, subjectId: 0, gradeId: 0, stock: "all", page: { number: 1, size: 18 } } as const;
type Wanted = Parameters<typeof searchItems>[1];

async function shown(from: Database, search: Wanted) {
  const { items, ...found } = await searchItems(from, search);
  return { ...found, ids: items.map(({ item_id: id }) => id) };
}

async function expectTheSame(text: string, more: Partial<Wanted> = {}) {
  const search: Wanted = { ...wanted, ...more, text };
  const [inDatabase, inIndex] = [await shown(db, search), await shown(indexed, search)];
  expect(inIndex, `${text} ${JSON.stringify(more)}`).toEqual(inDatabase);
}

const chosen = (some: Partial<Chosen>): Chosen => ({
  formats: [],
  subjects: [],
  grades: [],
  languages: [],
  years: [],
  publishers: [],
  ...some,
});

describe("the title index answers as the database does", () => {
  it("for whatever is typed", async () => {
    for (const text of texts) await expectTheSame(text);
  });

  it.each<Partial<Wanted>>([
    { stock: "in" },
    { stock: "out" },
    { stock: "archived" },
    { page: { number: 3, size: 18 } },
    { page: { number: 2, size: 500 } },
    { sort: "newest" },
    { sort: "borrowed" },
    { sort: "title", page: { number: 2, size: 18 } },
    { categoryId: 2 },
    { subjectId: 4, gradeId: 8 },
    { gradeId: 63 },
    { gradeId: 64 },
    { chosen: chosen({ formats: [1, 3], languages: ["en"] }) },
    { chosen: chosen({ grades: [8], years: ["2012", "2015", "1000"] }) },
    { chosen: chosen({ publishers: ["Éditions Ñ"], subjects: [1, 2, 3, 4, 5, 6] }) },
  ])("with %j", async (more) => {
    for (const text of some) await expectTheSame(text, more);
  });

  it("for the whole list", async () => {
    for (const text of some) {
      const { terms } = await searchItems(db, { ...wanted, text });
      const search = { ...wanted, text };
      expect(await idsFound(indexed, search, terms), text).toEqual(await idsFound(db, search, terms));
    }
  });

  it("for facets, and for what helps where nothing was found", async () => {
    const queries: Partial<Parameters<typeof countFacets>[1]>[] = [
      {},
      { inStockOnly: true, formats: [1] },
      { grades: [8], languages: ["es", "en"] },
      { years: ["2012"], most: 2 },
      { outOfStockOnly: true, subjects: [3, 99], categoryId: 1 },
    ];
    for (const text of ["", ...some])
      for (const query of queries) {
        const asked = { ...none, searchString: text, ...query };
        expect(await countFacets(indexed, asked), `${text} ${JSON.stringify(query)}`).toEqual(
          await countFacets(db, asked),
        );
        expect(await helpSearch(indexed, asked), text).toEqual(await helpSearch(db, asked));
      }
  });
});
