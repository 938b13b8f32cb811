import { once } from "node:events";
import { connect, createServer } from "node:net";
import { CompiledQuery } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { inTransaction, openDatabase } from "#server/platform/database.ts";
import { testDatabase } from "#server/test/database.ts";
import { hotStatement } from "./hot-statements.ts";
import { together, withCommit } from "./one-trip.ts";

const { db, connection } = await testDatabase();
await db.executeQuery(CompiledQuery.raw("create table notes (note text primary key)"));
const write = hotStatement<{ note: string }>("insert into notes (note) values ($1) returning note");
const count = hotStatement<{ count: number }>("select count(*)::integer as count from notes where note like $1");

const notesLike = async (pattern: string) => (await db.executeQuery(count([pattern]))).rows;

describe("statements in one trip", () => {
  it("are done in their order, each seeing what the one before it did, and answered each", async () => {
    const answers = await inTransaction(db, (tx) => together(tx, write(["a1"]), count(["a%"]), write(["a2"])));
    expect(answers).toEqual([[{ note: "a1" }], [{ count: 1 }], [{ note: "a2" }]]);
    expect(await notesLike("a%")).toEqual([{ count: 2 }]);
  });

  it("are undone with the one that fails, which is the one that is thrown; the connection goes on", async () => {
    const twice = inTransaction(db, (tx) => together(tx, write(["b1"]), write(["b1"]), count(["b%"])));
    await expect(twice).rejects.toThrow("notes_pkey");
    expect(await notesLike("b%")).toEqual([{ count: 0 }]);
  });

  it("are kept until the commit, and forgotten when there is none", async () => {
    const seen = await inTransaction(db, async (tx) => {
      await withCommit(tx, write(["c1"]), write(["c2"]));
      return (await tx.executeQuery(count(["c%"]))).rows;
    });
    expect(seen).toEqual([{ count: 0 }]);
    expect(await notesLike("c%")).toEqual([{ count: 2 }]);
    const given = inTransaction(db, async (tx) => {
      await withCommit(tx, write(["d1"]));
      throw new Error("changed my mind");
    });
    await expect(given).rejects.toThrow("changed my mind");
    await inTransaction(db, (tx) => tx.executeQuery(count(["d%"])));
    expect(await notesLike("d%")).toEqual([{ count: 0 }]);
  });

  it("undo the whole transaction when one fails that was kept for the commit", async () => {
    const late = inTransaction(db, async (tx) => {
      await tx.executeQuery(write(["e1"]));
      await withCommit(tx, write(["e1"]));
    });
    await expect(late).rejects.toThrow("notes_pkey");
    expect(await notesLike("e%")).toEqual([{ count: 0 }]);
  });

  it("take one message with the begin before them, and one with the commit behind them", async () => {
    const messages: string[] = [];
    const between = createServer((caller) => {
      if (!("host" in connection)) return;
      const server = connect(`${connection.host}/.s.PGSQL.${connection.port}`);
      caller.on("data", (message) => messages.push(message.toString("latin1")));
      caller.pipe(server).on("error", () => caller.destroy());
      server.pipe(caller).on("error", () => server.destroy());
    }).listen(0, "127.0.0.1");
    await once(between, "listening");
    afterAll(() => between.close());
    const address = between.address();
    if (!("host" in connection) || typeof address !== "object" || !address) throw new Error("Nothing to listen to.");
    const other = openDatabase({ connection: { ...connection, host: "127.0.0.1", port: address.port }, poolSize: 1 });
    const work = (name: string) =>
      inTransaction(other, async (tx) => {
        await together(tx, write([`${name}1`]), count([`${name}%`]));
        await withCommit(tx, write([`${name}2`]));
      });
    await work("f"); // connects, and prepares
    messages.length = 0;
    await work("g");
    await other.destroy();
    expect(messages.slice(0, 2)).toEqual([
      expect.stringMatching(/begin[^]*g1[^]*g%/),
      expect.stringMatching(/g2[^]*commit/),
    ]);
    expect(await notesLike("g%")).toEqual([{ count: 2 }]);
  });
});
