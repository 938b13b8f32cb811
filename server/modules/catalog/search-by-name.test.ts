import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { testDatabase } from "#server/test/database.ts";
import { searchItems } from "./search.queries.ts";

const { db } = await testDatabase();

// titles of all categories and subjects, some of which say what others only are filed under
const titles = [
  "Plain facts",
  "A book on tobacco",
  "Video diaries",
  "El libro",
  "Grade by grade",
  "A tobacco video",
  "Zinc",
];
await db
  .insertInto("items")
  .values(
    Array.from({ length: 140 }, (_, place) => ({
      title: `${titles[place % titles.length]} ${String((place * 37) % 140).padStart(3, "0")}`,
      description: place % 11 === 0 ? "Comes with a book about nutrition." : "Plain.",
      tags: "",
      reference_number: `N${place}`,
      category_id: (place % 3) + 1,
      subject_id: (place % 11) + 1,
      grade_mask: [63, 1, 6, 24, 32][place % 5] ?? 63,
      active_copies: place % 4 === 0 ? 0 : 1,
    })),
  )
  .execute();

/** What a word of every title's own and of its codes' names would find, as each title would be read and ranked for it. */
async function expected(text: string) {
  const { rows } = await sql<{ title: string; in_stock: boolean }>`
    with called as (
      select item_id, array_to_tsvector(array(
        select distinct unnest from (
          select unnest(lexemes) from categories where categories.category_id = items.category_id
          union all select unnest(lexemes) from subjects where subjects.subject_id = items.subject_id
          union all select unnest(lexemes) from grades where grade_id & items.grade_mask = grade_id
        ) as names where unnest <> ''
      )) as names from items
    ), query as (select websearch_to_tsquery('english', ${text}) as query)
    select title, is_in_stock as in_stock from items join called using (item_id), query
    where (search || names) @@ query
    order by is_in_stock desc,
      case when search @@ replace(query::text, '&', '|')::tsquery then ts_rank(headline, query, 1) else 0 end desc,
      sort_title, item_id`.execute(db);
  return rows;
}

const everything = { categoryId: 0, subjectId: 0, gradeId: 0 };

async function inPages(text: string, stock: "all" | "in" | "out", size: number) {
  const found: string[] = [];
  const totals = new Set<string>();
  for (let number = 1; number <= Math.ceil(140 / size); number += 1) {
    const page = await searchItems(db, { ...everything, text, stock, page: { number, size } });
    found.push(...page.items.map(({ title }) => title));
    totals.add(`${page.inStockTotal} in stock, ${page.outOfStockTotal} out of stock`);
  }
  return { found, totals: [...totals] };
}

describe("searching for what categories and other codes are called", () => {
  it.each([
    "book",
    "libros",
    "tobacco",
    "tabaco",
    "video tobacco",
    "audio grabaciones tabaco",
    "grades",
    "books about tobacco",
    "nutrition book",
    "nutrition -video",
    "-video",
    "zinc libro",
    "preschool video -tobacco",
  ])("%s finds and orders all as if each title said it, on every page", async (text) => {
    const wanted = await expected(text);
    const inStock = wanted.filter((row) => row.in_stock).length;
    const totals = [`${inStock} in stock, ${wanted.length - inStock} out of stock`];
    expect(wanted.length).toBeGreaterThan(0);
    const titlesOf = (rows: typeof wanted) => rows.map(({ title }) => title);
    expect(await inPages(text, "all", 9)).toEqual({ found: titlesOf(wanted), totals });
    expect(await inPages(text, "in", 50)).toEqual({ found: titlesOf(wanted.filter((row) => row.in_stock)), totals });
    expect((await inPages(text, "out", 50)).found).toEqual(titlesOf(wanted.filter((row) => !row.in_stock)));
  });

  it("keeps the filters", async () => {
    const filters = { ...everything, subjectId: 9, gradeId: 24, stock: "all", page: { number: 1, size: 100 } } as const;
    const found = await searchItems(db, { ...filters, text: "libro" });
    const wanted = await db
      .selectFrom("items")
      .select("title")
      .where("category_id", "=", 1)
      .where("subject_id", "=", 9)
      .where(sql<boolean>`grade_mask & 24 <> 0`)
      .execute();
    expect(wanted.length).toBeGreaterThan(1);
    expect(found.items.map(({ title }) => title).toSorted()).toEqual(
      expect.arrayContaining(wanted.map(({ title }) => title).toSorted()),
    );
    expect(found.inStockTotal + found.outOfStockTotal).toBe(found.items.length);
  });

  it("takes what is in quotes as the title's own words", async () => {
    const own = await inPages('"book"', "all", 100);
    expect(own.found.length).toBeGreaterThan(0);
    expect(own.found.length).toBeLessThan((await inPages("book", "all", 100)).found.length);
  });

  it("mends a word to what a category is called", async () => {
    expect((await inPages("tabacco libbro", "all", 100)).found).not.toEqual([]);
  });
});
