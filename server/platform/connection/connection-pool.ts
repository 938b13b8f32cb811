import { setTimeout as pause } from "node:timers/promises";
import type { PostgresPool } from "kysely";
import pg from "pg";
import * as z from "zod";
import { DatabaseUnreachable, isLostConnection } from "#server/platform/database-errors.ts";
import { PooledClient } from "./pooled-client.ts";

/** Where the database is: a URL, or what the embedded server says of itself. */
export type ConnectionSettings =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string; password?: string };

export type PoolOptions = {
  connection: ConnectionSettings;
  /** Most connections at once; default 20. */
  poolSize?: number;
  /** Told of connections lost while nobody waited for an answer; nothing else needs to be done about them. */
  onError?: (error: Error) => void;
  /** How long a request waits for a database that is just being started again, in ms; default 10,000. */
  patience?: number;
};

/** Longest time for one statement, and for a transaction to sit idle. */
const statementLimit = 30_000; // ms

/** The server's own limits, as settings. */
const limits = ["statement_timeout", "idle_in_transaction_session_timeout"].map(
  (setting) => `${setting} = ${statementLimit}`,
);

/** A pool for Kysely that outlives its server: it waits for a restart instead of failing at once. */
export function connectionPool({
  connection,
  poolSize = 20,
  onError = () => {},
  patience = 10_000,
}: PoolOptions): PostgresPool {
  const pool = new pg.Pool({
    ...connection,
    max: poolSize,
    application_name: "library",
    connectionTimeoutMillis: patience,
    idleTimeoutMillis: 30_000,
    // On the client's side, because a transaction-mode pooler refuses statement_timeout at connecting. The server's own
    // limit is shorter by a little, so that this one is for lone statements behind a pooler.
    query_timeout: statementLimit + 1000,
    types: { getTypeParser: parserOf },
  });
  pool.on("error", onError); // idle clients only ...
  pool.on("connect", (client) => client.on("error", onError)); // ... and those in use
  const direct = new WeakMap<pg.PoolClient, boolean>();
  const connect = async () => {
    const client = await pool.connect();
    const isDirect = direct.get(client) ?? (await prepare(client));
    direct.set(client, isDirect);
    return new PooledClient(client, { isDirect, limits });
  };
  return { end: () => pool.end(), connect: () => patiently(connect, patience) };
}

/** Nothing was sent yet, so to try again is always safe. */
async function patiently<T>(connect: () => Promise<T>, patience: number): Promise<T> {
  const end = Date.now() + patience;
  for (;;) {
    try {
      return await connect();
    } catch (error) {
      if (!isLostConnection(error)) throw error;
      if (Date.now() >= end) throw new DatabaseUnreachable(error);
      await pause(20 + Math.random() * 80);
    }
  }
}

/**
 * Says whether the server process that answers is the one that said hello, which then remembers our limits. A pooler says
 * hello itself, and may then give every transaction another server: what one was told to remember, the next does not know.
 */
async function prepare(client: pg.PoolClient): Promise<boolean> {
  try {
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    const isDirect = "processID" in client && client.processID === rows[0]?.pid;
    if (isDirect) await client.query(`${limits.map((limit) => `set ${limit}`).join("; ")}`);
    return isDirect;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`${text} from the database is too large for a number.`);
  return value;
}

const textArray = 1009;
const textElements = z.array(z.string().nullable());
const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, safeInteger],
  [1016, (text) => readArray(text, safeInteger)], // int8[]
  [pg.types.builtins.DATE, (text) => text], // a calendar day has no time zone: it stays YYYY-MM-DD
  [1182, (text) => readArray(text, (day) => day)], // date[]
]);

function readArray<T>(text: string, read: (element: string) => T): (T | null)[] {
  const elements = textElements.parse(parserOf(textArray)(text));
  return elements.map((element) => (element === null ? null : read(element)));
}

function parserOf(oid: number, format?: "text" | "binary"): (text: string) => unknown {
  const own = format === "binary" ? undefined : parsers.get(oid);
  if (own !== undefined) return own;
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- what a parser makes is any to pg's types
  const usual: (text: string) => unknown = pg.types.getTypeParser(oid, format);
  return usual;
}
