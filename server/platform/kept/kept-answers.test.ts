import { sql } from "kysely";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Database, inTransaction, openDatabase, type Transaction } from "#server/platform/database.ts";
import { testDatabase } from "#server/test/database.ts";
import { anItem } from "#server/test/factories.ts";
import { trimChanges } from "./changes.queries.ts";
import { Changes } from "./changes.ts";
import { KeptAnswers } from "./kept-answers.ts";

const { db, connection } = await testDatabase();
const { itemId } = await anItem({ db }, 3);
const other = await anItem({ db }, 3);

/** What one instance keeps, and how often it made an answer. */
function anInstance(over: Database = db) {
  const known = { again: 0, made: 0 };
  const changes = new Changes(over, async () => void (known.again += 1));
  const kept = new KeptAnswers(changes);
  const read = async (id: number) => {
    known.made += 1;
    const { rows } = await sql<{ requested: number }>`select requested from items where item_id = ${id}`.execute(over);
    return { body: String(rows[0]?.requested), sources: { titles: [id], lists: false } };
  };
  const ask = async (id = itemId, make = () => read(id)) => (await kept.answer(`title ${id}`, make)).body;
  const askList = async () => {
    const make = async () => ({ body: String((known.made += 1)), sources: { titles: [itemId], lists: true } });
    return (await kept.answer("list", make)).body;
  };
  return { known, changes, kept, read, ask, askList };
}

const take = (tx: Database, id = itemId) =>
  sql`update items set requested = requested + 1 where item_id = ${id}`.execute(tx);

/** A promise, and what ends it. */
function aSignal<T = void>() {
  let give: (value: T) => void = () => {};
  const given = new Promise<T>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

/** A transaction that took a copy, and waits to be ended. */
async function aWriter() {
  const own = openDatabase({ connection, poolSize: 1 });
  const end = aSignal<"commit" | "roll back">();
  const began = aSignal();
  const done = inTransaction(own, async (tx: Transaction) => {
    await take(tx);
    began.give();
    if ((await end.given) === "roll back") throw new Error("rolled back");
  });
  await began.given;
  return async (how: "commit" | "roll back") => {
    end.give(how);
    await done.catch(() => {});
    await own.destroy();
  };
}

beforeEach(async () => {
  await sql`update items set requested = 0, checked_out = 0`.execute(db);
});

describe("a kept answer", () => {
  it("is given until what it is made of changes", async () => {
    const instance = anInstance();
    await instance.ask();
    expect(await instance.ask()).toBe("0");
    const { made } = instance.known;
    expect([await instance.ask(), await instance.ask(), instance.known.made]).toEqual(["0", "0", made]);
    await take(db);
    expect([await instance.ask(), instance.known.made]).toEqual(["1", made + 1]);
  });

  it("stays when another title is taken", async () => {
    const { ask, known } = anInstance();
    await ask();
    await ask();
    const { made } = known;
    await take(db, other.itemId);
    expect([await ask(), known.made]).toEqual(["0", made]);
  });

  it("of a list stays when a title that it does not show is taken, and goes when that is the last copy", async () => {
    const { askList, known } = anInstance();
    await askList();
    await askList();
    const { made } = known;
    await take(db, other.itemId);
    await take(db, other.itemId);
    await askList();
    expect(known.made).toBe(made);
    await take(db, other.itemId);
    await askList();
    expect(known.made).toBe(made + 1);
    await take(db);
    await askList();
    expect(known.made).toBe(made + 2);
  });

  it("goes when a transaction is committed that had begun before it was made", async () => {
    const { ask } = anInstance();
    const end = await aWriter();
    // others that begin and end in the meantime hide it from who goes by the latest number
    await take(db, other.itemId);
    expect([await ask(), await ask(), await ask()]).toEqual(["0", "0", "0"]);
    await end("commit");
    expect(await ask()).toBe("1");
  });

  it("is not kept past a write that was committed while it was made", async () => {
    const { ask, read, changes } = anInstance();
    await ask();
    await ask();
    await take(db);
    // this one reads, then the write is committed and another caller learns of it, and only then is it ready
    const hasRead = aSignal();
    const goOn = aSignal();
    const slow = ask(itemId, async () => {
      const answer = await read(itemId);
      hasRead.give();
      await goOn.given;
      return answer;
    });
    await hasRead.given;
    await take(db);
    await changes.look();
    goOn.give();
    expect([await slow, await ask(), await ask()]).toEqual(["1", "2", "2"]);
  });

  it("stays when a write is rolled back", async () => {
    const { ask, known } = anInstance();
    await ask();
    await ask();
    const { made } = known;
    const end = await aWriter();
    expect(await ask()).toBe("0");
    await end("roll back");
    expect([await ask(), await ask(), known.made]).toEqual(["0", "0", made]);
  });

  it("is made once for all who ask for it at the same time, and a look is shared", async () => {
    const statements: string[] = [];
    const watched = openDatabase({
      connection,
      watch: { connected() {}, lost() {}, away() {}, began: (text) => (statements.push(text), () => {}) },
    });
    const { ask, known } = anInstance(watched);
    await ask();
    await ask();
    const { made } = known;
    await take(db);
    statements.length = 0;
    expect(new Set(await Promise.all(Array.from({ length: 32 }, () => ask())))).toEqual(new Set(["1"]));
    expect(known.made).toBe(made + 1);
    expect(statements.filter((text) => text.includes("answer_changes"))).toHaveLength(1);
    await watched.destroy();
  });

  it("that could not be made is not kept", async () => {
    const { ask } = anInstance();
    await expect(ask(itemId, () => Promise.reject(new Error("lost")))).rejects.toThrow("lost");
    expect(await ask()).toBe("0");
  });
});

describe("what is noted of changes", () => {
  /** Transactions of other tests are numbered with ours: until those before it ended, a change is looked for again. */
  const isPast = () =>
    vi.waitFor(async () => {
      const { rows } = await sql<{ is: boolean }>`
        select pg_snapshot_xmin(pg_current_snapshot()) > max(xact) as is from answer_changes`.execute(db);
      expect(rows).toEqual([{ is: true }]);
    });

  it("is deleted after minutes, and who has not read it by then takes everything for changed", async () => {
    const [reader, sleeper] = [anInstance(), anInstance()];
    for (const { ask } of [reader, sleeper]) expect([await ask(), await ask()]).toEqual(["0", "0"]);
    await take(db);
    await isPast();
    expect(await reader.ask()).toBe("1");
    const { made, again } = reader.known;
    await sql`update answer_changes set noted_at = now() - interval '1 hour'`.execute(db);
    await trimChanges(db);
    const { rows } = await sql<{ what: string }>`select what from answer_changes`.execute(db);
    expect(rows).toEqual([{ what: "trimmed" }]);
    expect(await sleeper.ask()).toBe("1");
    expect([await reader.ask(), reader.known.made, reader.known.again]).toEqual(["1", made, again]);
  });

  it("by the thousand is a change of everything, and so is what other things are read from", async () => {
    const { changes, known } = anInstance();
    await changes.look();
    await changes.look();
    expect(known.again).toBe(1);
    await sql`insert into answer_changes (what, item_id) select 'counts', n from generate_series(1, 1001) as n`.execute(
      db,
    );
    await changes.look();
    expect(known.again).toBe(2);
    await sql`update subjects set subject_name = subject_name where subject_id = 1`.execute(db);
    await changes.look();
    expect(known.again).toBe(3);
  });
});

it("keeps some megabytes, the latest asked for", async () => {
  const { kept, known, changes } = anInstance();
  await changes.look();
  const body = "x".repeat(100_000);
  const ask = (name: string) =>
    kept.answer(name, async () => {
      known.made += 1;
      return { body, sources: { titles: [], lists: false } };
    });
  for (let number = 0; number < 400; number += 1) await ask(`answer ${number}`);
  expect(known.made).toBe(400);
  await ask("answer 399");
  expect(known.made).toBe(400);
  await ask("answer 0");
  expect(known.made).toBe(401);
  expect(kept.bytes).toBeLessThan(21_000_000);
});
