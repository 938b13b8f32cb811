import { sql } from "kysely";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type Database, inTransaction, openDatabase } from "#server/platform/database.ts";
import { Changes } from "#server/platform/kept/changes.ts";
import { testDatabase } from "#server/test/database.ts";
import { searchItems } from "../search/search.queries.ts";
import { FollowedTitles, followTitles, titlesNow } from "./followed-titles.ts";
import { pageOfIndex } from "./page-of-index.ts";

const { db, connection } = await testDatabase();
const page = { number: 1, size: 10 };
const wanted = { categoryId: 0, subjectId: 0, gradeId: 0, stock: "all", page } as const;

/** An instance with its own index, and what it finds. */
async function anInstance() {
  const own = openDatabase({ connection });
  followTitles(own, new Changes(own, async () => {}), Infinity);
  await filled(own);
  const find = async (text: string) => {
    const { items, inStockTotal, outOfStockTotal, archivedTotal } = await searchItems(own, { ...wanted, text });
    return { titles: items.map(({ title }) => title), stock: [inStockTotal, outOfStockTotal, archivedTotal] };
  };
  return { own, find };
}

const filled = (from: Database) => vi.waitFor(async () => expect((await titlesNow(from)).index).toBeDefined());

let titles = 0;
async function aTitle(title: string, from: Database = db) {
  const values = { title, description: "Plain.", reference_number: `F${(titles += 1)}` };
  const { item_id: id } = await from
    .insertInto("items")
    .values({ ...values, category_id: 1, subject_id: 1, grade_mask: 63, active_copies: 1 })
    .returning("item_id")
    .executeTakeFirstOrThrow();
  return id;
}
const change = (id: number, set: string, to: Database = db) =>
  sql`update items set ${sql.raw(set)} where item_id = ${id}`.execute(to);

/** Deletes a title without a note that it changed. */
const deleteUnnoted = (id: number) =>
  inTransaction(db, async (transaction) => {
    await sql`alter table items disable trigger user`.execute(transaction);
    await sql`delete from items where item_id = ${id}`.execute(transaction);
    await sql`alter table items enable trigger user`.execute(transaction);
  });

await aTitle("Sleep well");
const [one, two] = [await anInstance(), await anInstance()];

describe("every instance's index", () => {
  it("has what any instance commits, with the next search", async () => {
    const id = await aTitle("Juggling for beginners", one.own);
    for (const { find } of [two, one])
      expect(await find("juggling")).toEqual({ titles: ["Juggling for beginners"], stock: [1, 0, 0] });
    await change(id, "requested = 1", two.own);
    for (const { find } of [one, two]) expect((await find("juggling")).stock).toEqual([0, 1, 0]);
    await change(id, "title = 'Unicycling for beginners'", two.own);
    for (const { find } of [one, two]) {
      expect((await find("juggling")).titles).toEqual([]);
      expect((await find("unicycling")).stock).toEqual([0, 1, 0]);
    }
    await change(id, "archived_at = now()", one.own);
    for (const { find } of [two, one]) expect((await find("unicycling")).stock).toEqual([0, 0, 1]);
    await db.deleteFrom("items").where("item_id", "=", id).execute();
    for (const { own, find } of [one, two]) {
      expect((await find("unicycling")).stock).toEqual([0, 0, 0]);
      await filled(own);
      expect((await find("unicycling")).stock).toEqual([0, 0, 0]);
    }
  });

  it("does not have what is not committed, or rolled back", async () => {
    const rolledBack = inTransaction(db, async (transaction) => {
      await aTitle("Fencing", transaction);
      expect((await one.find("fencing")).stock).toEqual([0, 0, 0]);
      throw new Error("rolled back");
    });
    await expect(rolledBack).rejects.toThrow("rolled back");
    expect((await one.find("fencing")).stock).toEqual([0, 0, 0]);
  });

  it("has what was being written while it was filled", async () => {
    const { own, find } = await inTransaction(db, async (transaction) => {
      await aTitle("Archery", transaction);
      return anInstance();
    });
    expect((await find("archery")).stock).toEqual([1, 0, 0]);
    await own.destroy();
  });

  it("has what was committed while it was filled", async () => {
    const id = await aTitle("Curling");
    const own = openDatabase({ connection });
    followTitles(own, new Changes(own, async () => {}), Infinity);
    const ask = own.executeQuery.bind(own);
    let isChanged = false;
    vi.spyOn(own, "executeQuery").mockImplementation(async (query, ...more) => {
      const given = await ask(query, ...more);
      if ("sql" in query && query.sql.includes("tsvectorsend") && !isChanged) {
        isChanged = true;
        await change(id, "title = 'Skating'");
        await titlesNow(own); // another search, which finds the change
      }
      return given;
    });
    await filled(own);
    const { items } = await searchItems(own, { ...wanted, text: "skating" });
    expect(items.map(({ title }) => title)).toEqual(["Skating"]);
    await own.destroy();
  });

  it("is filled again when everything changed while it was filled", async () => {
    const id = await aTitle("Bowling");
    const own = openDatabase({ connection });
    followTitles(own, new Changes(own, async () => {}), Infinity);
    const ask = own.executeQuery.bind(own);
    let isChanged = false;
    vi.spyOn(own, "executeQuery").mockImplementation(async (query, ...more) => {
      const given = await ask(query, ...more);
      if ("sql" in query && query.sql.includes("tsvectorsend") && !isChanged) {
        isChanged = true;
        await deleteUnnoted(id);
        await sql`insert into answer_changes (what) values ('everything')`.execute(db);
        await titlesNow(own);
      }
      return given;
    });
    await filled(own);
    expect((await titlesNow(own)).index?.usesOf(["'bowl'"])).toEqual([0]);
    await own.destroy();
  });

  it("is filled again when many titles changed, and finds them until then, too", async () => {
    for (let place = 0; place < 40; place += 1) await aTitle(`Rowing ${place}`);
    const before = (await titlesNow(one.own)).index;
    for (let round = 0; round < 30; round += 1) {
      await sql`update items set tags = 'round ${sql.raw(String(round))}' where title like 'Rowing%'`.execute(db);
      expect((await one.find(`rowing ${round < 39 ? `"round ${round}"` : ""}`)).stock).toEqual([40, 0, 0]);
    }
    await vi.waitFor(async () => expect((await titlesNow(one.own)).index).not.toBe(before));
    expect((await one.find("rowing")).stock).toEqual([40, 0, 0]);
  });

  it("has all of what was committed together, or nothing", async () => {
    const rows = Array.from({ length: 900 }, (_, place) => ({
      title: `Skiing ${place}`,
      description: "Plain.",
      reference_number: `K${place}`,
      category_id: 1,
      subject_id: 1,
      grade_mask: 63,
      active_copies: 1,
    }));
    await one.find("skiing");
    await filled(one.own);
    const { index } = await titlesNow(one.own);
    const ask = one.own.executeQuery.bind(one.own);
    const seen = new Set<number>();
    vi.spyOn(one.own, "executeQuery").mockImplementation(async (query, ...more) => {
      seen.add(index?.usesOf(["'ski'"])[0] ?? -1);
      return ask(query, ...more);
    });
    await inTransaction(db, async (transaction) => transaction.insertInto("items").values(rows).execute());
    expect((await one.find("skiing")).stock).toEqual([900, 0, 0]);
    vi.restoreAllMocks();
    expect([...seen, ...(index?.usesOf(["'ski'"]) ?? [])]).toEqual([0, 900, 900]);
  });
});

describe("a title that changes between the index and its row", () => {
  afterEach(() => vi.restoreAllMocks());

  it.each([1, 5])("is shown as it is, %i times in a row", async (times) => {
    const id = await aTitle("Yodeling");
    await filled(one.own);
    const ask = one.own.executeQuery.bind(one.own);
    let changes = 0;
    vi.spyOn(one.own, "executeQuery").mockImplementation(async (query, ...more) => {
      if ("sql" in query && query.sql.includes("items.is_in_stock from items") && changes < times) {
        changes += 1;
        await change(id, `requested = ${changes % 2}`);
      }
      return ask(query, ...more);
    });
    expect((await one.find("yodeling")).stock).toEqual([0, 1, 0]);
    expect(changes).toBe(Math.min(times, 3)); // then the database answers by itself
    await db.deleteFrom("items").where("item_id", "=", id).execute();
  });
});

it("counts a word of many titles again after any of them changes", async () => {
  await sql`
    insert into items (title, description, reference_number, category_id, subject_id, grade_mask, active_copies)
    select 'Sailing ' || number, 'Plain.', 'S' || number, 1, 1, 63, 1 from generate_series(1, 2100) as number`.execute(
    db,
  );
  const id = await aTitle("Sailing home");
  await one.find("sailing");
  await filled(one.own);
  expect((await one.find("sailing")).stock).toEqual([2101, 0, 0]);
  await change(id, "requested = 1");
  expect((await one.find("sailing")).stock).toEqual([2100, 1, 0]);
  await change(id, "title = 'Diving home'");
  expect((await one.find("sailing")).stock).toEqual([2100, 0, 0]);
  await change(id, "title = 'Sailing away', requested = 0");
  expect((await one.find("sailing")).stock).toEqual([2101, 0, 0]);
});

it("leaves the last pages of long lists to the database, which sorts them without holding up others", async () => {
  await filled(one.own);
  const now = await titlesNow(one.own);
  const pageOf = (number: number) =>
    pageOfIndex(one.own, now, { ...wanted, text: "", page: { number, size: 10 } }, undefined);
  expect(await pageOf(1000)).toBeDefined();
  expect(await pageOf(1001)).toBeUndefined();
});

it("keeps what it counted of common words within a bound", async () => {
  await filled(one.own);
  const { index } = await titlesNow(one.own);
  const before = index?.bytes ?? NaN;
  for (let round = 0; round < 300; round += 1) await one.find(`sailing -nothing${round}`);
  const grown = (index?.bytes ?? NaN) - before;
  expect(grown).toBeGreaterThan(0);
  expect(grown).toBeLessThan(50 * 2101 * 13 + 50 * 5000);
});

it("is not filled over and over while everything changes", async () => {
  const own = openDatabase({ connection });
  const followed = new FollowedTitles(own, new Changes(own, async () => {}), Infinity);
  const asked = vi.spyOn(own, "executeQuery");
  for (let round = 0; round < 40; round += 1) {
    await sql`insert into answer_changes (what) values ('everything')`.execute(db);
    await followed.current();
  }
  const begun = asked.mock.calls.filter(
    ([query]) => "parameters" in query && query.sql.includes("tsvectorsend") && query.parameters[0] === 0,
  );
  expect(begun.length).toBeGreaterThan(0);
  expect(begun.length).toBeLessThan(20);
  await vi.waitFor(async () => expect(await followed.current()).toBeDefined(), { timeout: 12_000 });
  await own.destroy();
});

it("has no index of a collection that is too large, and no other is filled", async () => {
  const own = openDatabase({ connection });
  const followed = new FollowedTitles(own, new Changes(own, async () => {}), 1000);
  expect(await followed.current()).toBeUndefined();
  const asked = vi.spyOn(own, "executeQuery");
  const read = () => asked.mock.calls.filter(([query]) => "sql" in query && query.sql.includes("tsvectorsend")).length;
  await vi.waitFor(async () => {
    const before = read();
    for (let turn = 0; turn < 5; turn += 1) expect(await followed.current()).toBeUndefined();
    expect(read()).toBe(before);
  });
  await own.destroy();
});
