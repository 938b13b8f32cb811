import { once } from "node:events";
import { connect, createServer } from "node:net";
import { CompiledQuery } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { testDatabase } from "#server/test/database.ts";
import type { ConnectionSettings } from "./connection-pool.ts";
import { inTransaction, openDatabase } from "#server/platform/database.ts";

const { connection } = await testDatabase();

/** A proxy that sends its own process id to clients, as poolers do. */
const pooler = createServer((caller) => {
  if (!("host" in connection)) return;
  const server = connect(`${connection.host}/.s.PGSQL.${connection.port}`);
  caller.pipe(server).on("error", () => caller.destroy());
  caller.on("error", () => server.destroy());
  server.on("data", (bytes: Buffer) => {
    const hello = bytes.indexOf(Buffer.from([0x4b, 0, 0, 0, 12])); // BackendKeyData: the process id follows
    if (hello >= 0) bytes.writeUInt32BE(1, hello + 5);
    caller.write(bytes);
  });
  server.on("end", () => caller.end());
}).listen(0, "127.0.0.1");
await once(pooler, "listening");
afterAll(() => pooler.close());

function behindPooler(): ConnectionSettings {
  const address = pooler.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { ...connection, host: "127.0.0.1", port: address.port };
}

describe("the server's statement limits", () => {
  const limits = CompiledQuery.raw(`
    select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle`);
  const both = [{ statement: "30s", idle: "30s" }];

  it.each([
    ["stay set on a direct connection", () => connection, both],
    ["are set in each transaction behind a pooler", behindPooler, [{ statement: "0", idle: "0" }]],
  ])("%s", async (_, settings, outsideTransaction) => {
    const db = openDatabase({ connection: settings(), poolSize: 1 });
    expect((await inTransaction(db, (tx) => tx.executeQuery(limits))).rows).toEqual(both);
    expect((await db.executeQuery(limits)).rows).toEqual(outsideTransaction);
    await db.destroy();
  });
});

describe("a frequent statement", () => {
  const statement = CompiledQuery.raw("select count(*)::integer as plans from pg_prepared_statements");

  it.each([
    ["is planned once on a direct connection", () => connection, [1]],
    ["is planned each time behind a pooler, where another server may answer", behindPooler, [0]],
  ])("%s", async (_, settings, planned) => {
    const db = openDatabase({ connection: settings(), poolSize: 1 });
    for (let uses = 0; uses < 25; uses += 1) await db.executeQuery(statement);
    const { rows } = await db.executeQuery<{ plans: number }>(statement);
    expect(rows.map(({ plans }) => plans)).toEqual(planned);
    await db.destroy();
  });
});
