import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import { LRUCache } from "lru-cache";
import pg from "pg";
import * as z from "zod";
import {
  ConnectionLost,
  DatabaseUnreachable,
  isLostConnection,
  isReadOnly,
  isSilence,
} from "../errors/database-errors.ts";
import { errorCode } from "../errors/error-code.ts";
import { type DatabaseWatch, isRead } from "./watch-database.ts";

/** Where the database is: a URL, or the embedded server's connection details. */
export type ConnectionSettings =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string; password?: string };

export type PoolOptions = {
  connection: ConnectionSettings;
  /** Maximum number of connections; default 20. */
  poolSize?: number;
  /** Is told of connections and statements; there is nothing that it must do. */
  watch?: DatabaseWatch;
  /** How long a request waits for a restarting database, in ms; default 10,000. */
  patience?: number;
  /** How long it waits for a free connection, or for a new one that does not answer, in ms; default: as `patience`. */
  wait?: number;
  /** How many may wait for a connection before others are turned away; default: any number. */
  line?: number;
  /** How long a statement may take, in ms; default 30,000. */
  statementLimit?: number;
};

const nobody: DatabaseWatch = { connected() {}, lost() {}, away() {}, began: () => () => {} };

/** How the connections of a pool are used, at most `size`, and how many wait for one. */
export type PoolCounts = { size: number; open: number; idle: number; waiting: number };

const limitsOf = (ms: number) =>
  ["statement_timeout", "idle_in_transaction_session_timeout"].map((setting) => `${setting} = ${ms}`);

/** A connection pool for Kysely that survives a server restart: it waits instead of failing at once. */
export function connectionPool({
  connection,
  poolSize = 20,
  watch = nobody,
  patience = 10_000,
  wait = patience,
  line = Infinity,
  statementLimit = 30_000,
}: PoolOptions): PostgresPool & { counts: () => PoolCounts } {
  const limits = limitsOf(statementLimit);
  const pool = new pg.Pool({
    ...connection,
    max: poolSize,
    application_name: "library",
    connectionTimeoutMillis: wait,
    idleTimeoutMillis: 30_000,
    // A client-side limit, because a transaction-mode pooler refuses statement_timeout at connect. The server's own
    // limit is slightly shorter, so this one only matters for lone statements behind a pooler.
    query_timeout: statementLimit + 1000,
    types: { getTypeParser: parserOf },
  });
  pool.on("error", () => {}); // of idle clients, which say it themselves
  pool.on("connect", (client) => client.on("error", watch.lost));
  const known = new WeakMap<pg.PoolClient, { isDirect: boolean; answeredAt: number }>();
  // connections break together: after one broke, each is tried before it is used, as the pool may not know it yet
  let lostAt = -Infinity;
  const noteLoss = () => {
    lostAt = performance.now();
  };
  const connect = async (): Promise<Connected> => {
    for (;;) {
      const client = await pool.connect();
      const before = known.get(client);
      if (before && before.answeredAt > lostAt) return { client, isDirect: before.isDirect };
      if (before && !(await answers(client, wait))) continue;
      const isDirect = before?.isDirect ?? (await prepare(client, limits));
      known.set(client, { isDirect, answeredAt: performance.now() });
      watch.connected();
      return { client, isDirect };
    }
  };
  let waiting = 0;
  const connectInLine = async () => {
    if (waiting >= line) throw new DatabaseUnreachable(new Error("Too many wait for a connection."));
    waiting += 1;
    try {
      return await patiently(connect, patience, watch.away);
    } finally {
      waiting -= 1;
    }
  };
  const surroundings = { limits, another: connectInLine, noteLoss, watch };
  return {
    end: () => pool.end(),
    connect: async () => new PooledClient(await connectInLine(), surroundings),
    // who waits in line has asked pg for a connection, or will when the database is back
    counts: () => ({ size: poolSize, open: pool.totalCount, idle: pool.idleCount, waiting }),
  };
}

const tooManyConnections = "53300"; // others of this server have them all

/** Nothing was sent yet, so retrying is always safe. */
async function patiently<T>(connect: () => Promise<T>, patience: number, away: (error: unknown) => void): Promise<T> {
  const end = Date.now() + patience;
  for (;;) {
    try {
      return await connect();
    } catch (error) {
      if (!isLostConnection(error) && errorCode(error) !== tooManyConnections) throw error;
      away(error);
      if (Date.now() >= end || isSilence(error)) throw new DatabaseUnreachable(error);
      await pause(20 + Math.random() * 80);
    }
  }
}

/**
 * Whether the server process that answers is the one that greeted us, and so remembers our session settings. A pooler
 * greets us itself and may give every transaction another server, which does not know them.
 */
async function prepare(client: pg.PoolClient, limits: readonly string[]): Promise<boolean> {
  try {
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    const isDirect = "processID" in client && client.processID === rows[0]?.pid;
    if (isDirect) await client.query(limits.map((limit) => `set ${limit}`).join("; "));
    return isDirect;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Whether a connection still answers; it leaves the pool if not. Throws when it is silent for `limit` ms. */
async function answers(client: pg.PoolClient, limit: number): Promise<boolean> {
  const question = { text: "select 1", query_timeout: limit }; // pg's types do not know this limit
  try {
    await client.query(question);
    return true;
  } catch (error) {
    client.release(true);
    if (isSilence(error)) throw error;
    return false;
  }
}

/** A connection, and whether it keeps its session: a pooler's does not. */
type Connected = { client: pg.PoolClient; isDirect: boolean };

type Surroundings = {
  limits: readonly string[];
  /** Another connection, when one broke. */
  another: () => Promise<Connected>;
  noteLoss: () => void;
  watch: DatabaseWatch;
};

/**
 * A connection as Kysely uses it. It leaves the pool when it broke, or is still busy with a statement that was given up.
 * Outside of a transaction, a read whose connection broke is asked once more over another.
 */
class PooledClient implements PostgresPoolClient {
  #connected: Connected;
  readonly #surroundings: Surroundings;
  #broken: Error | undefined;
  #isInTransaction = false;
  #isReleased = false;

  constructor(connected: Connected, surroundings: Surroundings) {
    this.#connected = connected;
    this.#surroundings = surroundings;
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query(sql: unknown, parameters: readonly unknown[] = []): unknown {
    if (typeof sql !== "string") throw new Error("Cursors hold a connection for long: read in pages instead.");
    return this.#answer(sql, [...parameters]);
  }

  release() {
    if (!this.#isReleased) this.#connected.client.release(this.#broken);
  }

  // behind a pooler the session keeps no settings
  get #begin(): string {
    const { isDirect } = this.#connected;
    return isDirect ? "begin" : ["begin", ...this.#surroundings.limits.map((limit) => `set local ${limit}`)].join("; ");
  }

  /** Named if it's asked often, so that each connection plans it once. Behind a pooler, another server wouldn't know the name. */
  #statement(text: string, values: unknown[]): pg.QueryConfig {
    if (text === "begin") return { text: this.#begin };
    const isPlain = !this.#connected.isDirect || text === "commit" || text === "rollback";
    const name = isPlain ? undefined : nameOf(text);
    return name === undefined ? { text, values } : { name, text, values };
  }

  async #answer(text: string, values: unknown[]) {
    if (text === "begin") this.#isInTransaction = true;
    else if (text === "commit" || text === "rollback") this.#isInTransaction = false;
    // the database rolls back by itself when the connection is gone, and one that is silent stays so
    if (text === "rollback" && this.#broken) return { command: "ROLLBACK" as const, rowCount: 0, rows: [] };
    const ended = this.#surroundings.watch.began(text);
    try {
      const answer = await this.#connected.client.query(this.#statement(text, values));
      ended();
      return answer;
    } catch (error) {
      ended(error);
      if (!isLostConnection(error)) throw error;
      const lost = this.#lose(error);
      const mayAskAgain = !this.#isInTransaction && text !== "commit" && !isSilence(error);
      if (!mayAskAgain || !(isRead(text) || isReadOnly(error))) throw lost;
      return this.#askAgain(text, values);
    }
  }

  /** Over another connection: nothing was changed over the broken one. */
  async #askAgain(text: string, values: unknown[]) {
    this.release(); // first, or all of a pool would wait for each other
    this.#isReleased = true;
    this.#connected = await this.#surroundings.another();
    this.#isReleased = false;
    this.#broken = undefined;
    try {
      return await this.#connected.client.query(text, values);
    } catch (error) {
      throw isLostConnection(error) ? this.#lose(error) : error;
    }
  }

  #lose(error: unknown): ConnectionLost {
    this.#surroundings.noteLoss();
    this.#broken = new ConnectionLost(error);
    return this.#broken;
  }
}

const often = 20; // uses
const longest = 1500; // characters: what is longer has many shapes, whose plans take 200 kB in each connection
const asked = new LRUCache<string, { uses: number; name: string }>({ max: 500 });

/** The name of a statement that is asked often. */
function nameOf(text: string): string | undefined {
  if (text.length > longest) return undefined;
  const statement = asked.get(text) ?? { uses: 0, name: createHash("sha1").update(text).digest("base64url") };
  statement.uses += 1;
  asked.set(text, statement);
  return statement.uses > often ? statement.name : undefined;
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
