// Writes rows into the embedded database as fast as it can, and prints "acknowledged N" for each commit.
import fs from "node:fs";
import { sql } from "kysely";
import { inTransaction, openDatabase } from "#server/platform/database.ts";
import { openEmbeddedPostgres } from "#server/platform/embedded-postgres/embedded-postgres.ts";

const { FOLDER = "", WRITERS = "4" } = process.env;
const say = (line: string) => fs.writeSync(1, `${line}\n`);

const started = Date.now();
const server = await openEmbeddedPostgres(FOLDER, { onEvent: ({ message }) => say(`event ${message}`) });
const db = openDatabase({ connection: server.connection });
const table = sql`create table if not exists written (id bigint generated always as identity primary key, words text)`;
await inTransaction(db, (transaction) => table.execute(transaction));

process.stdin.resume().once("end", () => process.exit(1)); // the test that started this is gone

let stopping = false;
process.once("SIGTERM", () => void stop());

async function stop() {
  stopping = true;
  await Promise.all(writers);
  await db.destroy();
  await server.stop();
  say("stopped");
  process.exit(0);
}

say(`open ${JSON.stringify({ owner: server.isOwner(), ms: Date.now() - started, connection: server.connection })}`);
const writers = Array.from({ length: Number(WRITERS) }, () => writeOn());

async function writeOn() {
  while (!stopping) {
    try {
      const id = await inTransaction(db, async (transaction) => {
        const { rows } = await sql<{
          id: number;
        }>`insert into written (words) values (repeat('word ', 20)) returning id`.execute(transaction);
        return rows[0]?.id;
      });
      say(`acknowledged ${id}`);
    } catch (error) {
      say(`refused ${error instanceof Error ? error.name : ""}`);
    }
  }
}
