import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { testDatabase } from "#server/test/database.ts";
import { ask } from "#server/test/ask.ts";
import { inTransaction, openDatabase, type Transaction } from "./database.ts";
import { watchDatabase } from "./connection/watch-database.ts";
import { createLog } from "./log.ts";
import { DatabaseUnreachable, OutcomeUnknown, TooContended } from "./errors/database-errors.ts";

const { db, connection } = await testDatabase();
await sql`create table tally (id integer primary key, n integer not null)`.execute(db);
beforeEach(() => sql`truncate tally; insert into tally values (1, 0), (2, 0)`.execute(db));

async function tally(id: number): Promise<number | undefined> {
  const { rows } = await sql<{ n: number }>`select n from tally where id = ${id}`.execute(db);
  return rows[0]?.n;
}

const add = (transaction: Transaction, id: number) =>
  sql`update tally set n = n + 1 where id = ${id}`.execute(transaction);

/** Makes callers wait until `size` of them have arrived. */
function barrier(size: number): () => Promise<void> {
  let arrived = 0;
  let open = () => {};
  const complete = new Promise<void>((resolve) => (open = resolve));
  return async () => {
    arrived += 1;
    if (arrived === size) open();
    await complete;
  };
}

/** Ends the transaction's session, as a server crash would. */
async function breakConnection(transaction: Transaction) {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
  await ask(connection, `select pg_terminate_backend(${rows[0]?.pid}, 5000)`);
}

describe("a database value", () => {
  it("is a number for a count, a string for a day, and a Date for an instant", async () => {
    const { rows } = await sql`
      select count(*) as count, date '2026-03-08' as day, array[date '2026-03-08', null] as days,
        timestamptz '2026-03-08 10:00:00Z' as instant, array[1::bigint] as big from tally`.execute(db);
    expect(rows).toEqual([
      { count: 2, day: "2026-03-08", days: ["2026-03-08", null], instant: new Date("2026-03-08T10:00:00Z"), big: [1] },
    ]);
  });

  it("is rejected rather than rounded when it is too large for a number", async () => {
    await expect(sql`select 9007199254740993::bigint as big`.execute(db)).rejects.toThrow(/too large/);
  });
});

describe("a transaction", () => {
  it("is retried after a deadlock, so that both transactions succeed", async () => {
    let attempts = 0;
    const bothHoldOne = barrier(2);
    const cross = (first: number, second: number) =>
      inTransaction(db, async (transaction) => {
        attempts += 1;
        await add(transaction, first);
        await bothHoldOne();
        await add(transaction, second);
      });
    await Promise.all([cross(1, 2), cross(2, 1)]);
    expect([await tally(1), await tally(2)]).toEqual([2, 2]);
    expect(attempts).toBeGreaterThan(2); // on a busy machine the second try of one can meet the other again
  });

  it("rolls back when the work throws, and rethrows the error", async () => {
    const refusal = new Error("Only 2 in stock.");
    const work = async (transaction: Transaction) => {
      await add(transaction, 1);
      throw refusal;
    };
    await expect(inTransaction(db, work)).rejects.toBe(refusal);
    expect(await tally(1)).toBe(0);
  });

  it("gives up after ten conflicts, with nothing changed", async () => {
    let attempts = 0;
    const work = async (transaction: Transaction) => {
      attempts += 1;
      await add(transaction, 1);
      await sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`.execute(transaction);
    };
    await expect(inTransaction(db, work)).rejects.toThrow(TooContended);
    expect(attempts).toBe(10);
    expect(await tally(1)).toBe(0);
  });

  it("is retried once when the connection breaks before commit", async () => {
    let attempts = 0;
    await inTransaction(db, async (transaction) => {
      attempts += 1;
      await add(transaction, 1);
      if (attempts === 1) await breakConnection(transaction);
      await add(transaction, 2);
    });
    expect([attempts, await tally(1), await tally(2)]).toEqual([2, 1, 1]);
  });

  it("throws OutcomeUnknown, without a retry, when the connection breaks during commit", async () => {
    let attempts = 0;
    const work = async (transaction: Transaction) => {
      attempts += 1;
      await add(transaction, 1);
      await breakConnection(transaction);
    };
    await expect(inTransaction(db, work)).rejects.toThrow(OutcomeUnknown);
    expect(attempts).toBe(1);
  });

  it("is retried after an idle-in-transaction timeout", async () => {
    let attempts = 0;
    const rows = await inTransaction(db, async (transaction) => {
      attempts += 1;
      // as PostgreSQL answers the next statement after an idle-in-transaction timeout
      if (attempts === 1) await sql`do $$ begin raise exception using errcode = '25P03'; end $$`.execute(transaction);
      return (await sql<{ one: number }>`select 1 as one`.execute(transaction)).rows;
    });
    expect(rows).toEqual([{ one: 1 }]);
    expect(attempts).toBe(2);
  });
});

describe("the connection pool", () => {
  it("reports a connection lost while idle and serves the next query on a new one", async () => {
    const lost: Error[] = [];
    const watch = { ...watchDatabase(createLog("silent"), 1000, connection), lost: (error: Error) => lost.push(error) };
    const own = openDatabase({ connection, poolSize: 1, watch });
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(own);
    await ask(connection, `select pg_terminate_backend(${rows[0]?.pid}, 5000)`);
    const work = (transaction: Transaction) => sql`select 1 as one`.execute(transaction);
    expect((await inTransaction(own, work)).rows).toEqual([{ one: 1 }]);
    expect(lost.length).toBeGreaterThan(0);
    await own.destroy();
  });

  it("throws DatabaseUnreachable in time when there is no server", async () => {
    const own = openDatabase({
      connection: { host: "/nowhere", port: 5432, user: "x", database: "x" },
      timeoutMs: 300,
    });
    await expect(inTransaction(own, (transaction) => sql`select 1`.execute(transaction))).rejects.toThrow(
      DatabaseUnreachable,
    );
    await own.destroy();
  });
});
