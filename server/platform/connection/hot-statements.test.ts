import { once } from "node:events";
import { connect, createServer } from "node:net";
import { CompiledQuery } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { testDatabase } from "#server/test/database.ts";
import type { ConnectionSettings } from "./connection-pool.ts";
import { openDatabase } from "#server/platform/database.ts";
import { hotStatement } from "./hot-statements.ts";

const { connection } = await testDatabase();
const double = hotStatement("select $1::integer * 2 as doubled");
const usual = CompiledQuery.raw("select $1::integer * 3", [1]);

/** Asks a hot and a usual statement over one connection, and says what that connection then keeps. */
async function keptAfterAsking(settings: ConnectionSettings) {
  const db = openDatabase({ connection: settings, poolSize: 1 });
  try {
    for (const n of [1, 2, 3]) expect((await db.executeQuery(double([n]))).rows).toEqual([{ doubled: n * 2 }]);
    await db.executeQuery(usual);
    return (await db.executeQuery(CompiledQuery.raw("select statement from pg_prepared_statements"))).rows;
  } finally {
    await db.destroy();
  }
}

/** Between us and the server, and says hello in its own name, as poolers do. */
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

describe("a hot statement", () => {
  it("is parsed once by each connection, which knows it by name from then on", async () => {
    expect(await keptAfterAsking(connection)).toEqual([{ statement: "select $1::integer * 2 as doubled" }]);
  });

  it("leaves nothing behind a pooler, where the next transaction may have another server", async () => {
    const address = pooler.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    expect(await keptAfterAsking({ ...connection, host: "127.0.0.1", port: address.port })).toEqual([]);
  });
});
