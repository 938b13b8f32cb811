import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, expect, it } from "vitest";
import { openDatabase } from "#server/platform/database.ts";
import { openEmbeddedPostgres } from "#server/platform/embedded-postgres/embedded-postgres.ts";
import { ask } from "#server/test/ask.ts";
import { testDatabase } from "#server/test/database.ts";
import { rowsRead } from "#server/test/plans/rows-read.ts";
import { lookForChanges, readSnapshot } from "./changes.queries.ts";
import { Changes } from "./changes.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "library-changes-"));
fs.chmodSync(folder, 0o755); // the server may run as another user
const postgres = await openEmbeddedPostgres(folder);
afterAll(async () => {
  await postgres.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

it("takes everything for changed after processes of the database were killed: their transactions may be numbered again", async () => {
  await ask(
    postgres.connection,
    "create table answer_changes (xact xid8, what text, item_id integer, trimmed_to xid8)", // all that a look reads
  );
  const db = openDatabase({ connection: postgres.connection });
  let again = 0;
  const changes = new Changes(db, async () => void (again += 1));
  await changes.look();
  await changes.look();
  expect(again).toBe(1);
  const { server } = await lookForChanges(db, undefined);
  const [row] = await ask(
    postgres.connection,
    "select pg_backend_pid() as pid, pg_postmaster_start_time()::text as began",
  );
  const victim = openDatabase({ connection: postgres.connection, poolSize: 1 });
  const { pid } = await victim
    .selectNoFrom((eb) => eb.fn<number>("pg_backend_pid").as("pid"))
    .executeTakeFirstOrThrow();
  process.kill(pid, "SIGKILL");
  const seenAgain = () =>
    changes.look().then(
      () => again,
      () => "the database is away",
    );
  await expect.poll(seenAgain, { timeout: 50_000 }).toBe(2);
  expect((await lookForChanges(db, undefined)).server).not.toBe(server);
  const [after] = await ask(postgres.connection, "select pg_postmaster_start_time()::text as began");
  expect(row).toMatchObject(after ?? {}); // the postmaster went on, so its start would not have told
  await Promise.all([victim.destroy(), db.destroy()]);
});

it("reads none of the notes of before, however many there are", async () => {
  const { db } = await testDatabase();
  await sql`insert into answer_changes (what) select 'counts' from generate_series(1, 50000)`.execute(db);
  const { snapshot } = await lookForChanges(db, undefined);
  expect(await rowsRead(db, () => lookForChanges(db, snapshot))).toBeLessThan(20);
});

it("reads a snapshot as PostgreSQL writes it", () => {
  expect(readSnapshot("10:20:10,14")).toEqual({ start: 10n, end: 20n, running: [10n, 14n] });
  expect(readSnapshot("10:10:")).toEqual({ start: 10n, end: 10n, running: [] });
});
