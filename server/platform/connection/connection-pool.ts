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
  isRefusedLogin,
  isTimeout,
} from "../errors/database-errors.ts";
import { type ConnectionSettings, rereadAddress } from "./connection-settings.ts";
import { type DatabaseWatch, isRead } from "./watch-database.ts";

export type PoolOptions = {
  connection: ConnectionSettings;
  /** Maximum number of connections; default 20. */
  poolSize?: number;
  /** Observes connections and statements. */
  watch?: DatabaseWatch;
  /** How long a request waits for a restarting database; default 10,000. */
  timeoutMs?: number;
  /** How long it waits for an idle connection, or for a new one to answer; default `timeoutMs`. */
  connectTimeoutMs?: number;
  /** How many requests may wait for a connection before others are refused; unlimited by default. */
  maxWaiting?: number;
  /** Time limit for a statement, in ms; default 30,000. */
  statementLimit?: number;
};

const noWatch: DatabaseWatch = { connected() {}, lost() {}, away() {}, began: () => () => {} };

/** Counts of a pool's connections, and of the requests waiting for one. */
export type PoolCounts = { size: number; open: number; idle: number; waiting: number };

/** Creates a connection pool for Kysely that waits for a restarting server instead of failing at once. */
export function connectionPool({
  connection,
  poolSize = 20,
  watch = noWatch,
  timeoutMs = 10_000,
  connectTimeoutMs = timeoutMs,
  maxWaiting = Infinity,
  statementLimit = 30_000,
}: PoolOptions): PostgresPool & { counts: () => PoolCounts } {
  const limits = ["statement_timeout", "idle_in_transaction_session_timeout"].map(
    (name) => `${name} = ${statementLimit}`,
  );
  const pool = new pg.Pool({
    Client: class extends pg.Client {
      constructor(options?: pg.ClientConfig) {
        super({ ...options, ...connection }); // which may have changed
      }
    },
    max: poolSize,
    application_name: "library",
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    // A client-side limit, because a transaction-mode pooler rejects statement_timeout at connect. The server's own limit
    // is shorter, so this one only matters for statements outside transactions behind a pooler.
    query_timeout: statementLimit + 1000,
    types: { getTypeParser: parserOf },
  });
  pool.on("error", () => {}); // idle clients report it themselves
  pool.on("connect", (client) => client.on("error", watch.lost));
  const known = new WeakMap<pg.PoolClient, { isDirect: boolean; answeredAt: number }>();
  // connections break together, so after one breaks, each is tested before its next use
  let lostAt = -Infinity;
  const noteLoss = () => {
    lostAt = performance.now();
  };
  let refusal: { at: number; error: unknown } | undefined;
  const connect = async (): Promise<Connected> => {
    // try a server that refuses our password only once a second, no matter how many requests wait
    if (refusal && pool.idleCount === 0) {
      if (performance.now() - refusal.at < refusalMs) throw refusal.error;
      refusal.at = performance.now();
    }
    for (;;) {
      const client = await pool.connect();
      const previous = known.get(client);
      if (previous && previous.answeredAt > lostAt) return { client, isDirect: previous.isDirect };
      if (previous && !(await answers(client, connectTimeoutMs))) continue;
      const isDirect = previous?.isDirect ?? (await prepare(client, limits));
      known.set(client, { isDirect, answeredAt: performance.now() });
      refusal = undefined;
      watch.connected();
      return { client, isDirect };
    }
  };
  const noteAway = (error: unknown) => {
    watch.away(error);
    if (!isRefusedLogin(error) || refusal?.error === error) return;
    refusal = { at: performance.now(), error };
    rereadAddress(connection, error);
  };
  let waiting = 0;
  const connectOrWait = async () => {
    if (waiting >= maxWaiting)
      throw new DatabaseUnreachable(new Error("Too many requests are waiting for a connection."));
    waiting += 1;
    try {
      return await retry(connect, timeoutMs, noteAway);
    } finally {
      waiting -= 1;
    }
  };
  const context = { limits, reconnect: connectOrWait, noteLoss, watch };
  return {
    end: () => pool.end(),
    connect: async () => new PooledClient(await connectOrWait(), context),
    counts: () => ({ size: poolSize, open: pool.totalCount, idle: pool.idleCount, waiting }),
  };
}

const refusalMs = 1000;

/** Retries a connection, which is safe because nothing was sent yet. No request can cause its errors. */
async function retry<T>(connect: () => Promise<T>, timeoutMs: number, away: (error: unknown) => void): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await connect();
    } catch (error) {
      away(error);
      if (Date.now() >= end || isTimeout(error)) throw new DatabaseUnreachable(error);
      await pause(20 + Math.random() * 80);
    }
  }
}

/**
 * Sets the session limits if the connection is direct, and returns whether it is. A pooler may run each transaction on
 * a different server process, where they wouldn't be set.
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

/** Whether a connection still works; if not, it leaves the pool. Throws when it hangs for `limit` ms. */
async function answers(client: pg.PoolClient, limit: number): Promise<boolean> {
  const query = { text: "select 1", query_timeout: limit }; // pg's types don't include this option
  try {
    await client.query(query);
    return true;
  } catch (error) {
    client.release(true);
    if (isTimeout(error)) throw error;
    return false;
  }
}

/** A connection, and whether it is direct and so keeps its session, unlike a pooler's. */
type Connected = { client: pg.PoolClient; isDirect: boolean };

type PoolContext = {
  limits: readonly string[];
  /** Returns a connection to replace a broken one. */
  reconnect: () => Promise<Connected>;
  noteLoss: () => void;
  watch: DatabaseWatch;
};

/**
 * A connection for Kysely. It leaves the pool when it breaks or is still busy with an abandoned statement. Outside a
 * transaction, a read whose connection broke is retried once on another.
 */
class PooledClient implements PostgresPoolClient {
  #connected: Connected;
  readonly #context: PoolContext;
  #broken: Error | undefined;
  #isInTransaction = false;
  #isReleased = false;

  constructor(connected: Connected, context: PoolContext) {
    this.#connected = connected;
    this.#context = context;
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query(sql: unknown, parameters: readonly unknown[] = []): unknown {
    if (typeof sql !== "string") throw new Error("Cursors tie up a connection for too long: read in pages instead.");
    return this.#answer(sql, [...parameters]);
  }

  release() {
    if (!this.#isReleased) this.#connected.client.release(this.#broken);
  }

  // behind a pooler, each transaction needs the limits
  get #begin(): string {
    const { isDirect } = this.#connected;
    return isDirect ? "begin" : ["begin", ...this.#context.limits.map((limit) => `set local ${limit}`)].join("; ");
  }

  /** Names frequent statements, so that each connection plans them once. Behind a pooler, another server wouldn't know the name. */
  #statement(text: string, values: unknown[]): pg.QueryConfig {
    if (text === "begin") return { text: this.#begin };
    const isPlain = !this.#connected.isDirect || text === "commit" || text === "rollback";
    const name = isPlain ? undefined : nameOf(text);
    return name === undefined ? { text, values } : { name, text, values };
  }

  async #answer(text: string, values: unknown[]) {
    if (text === "begin") this.#isInTransaction = true;
    else if (text === "commit" || text === "rollback") this.#isInTransaction = false;
    // the database rolls back by itself when the connection is gone
    if (text === "rollback" && this.#broken) return { command: "ROLLBACK" as const, rowCount: 0, rows: [] };
    const ended = this.#context.watch.began(text);
    try {
      const answer = await this.#connected.client.query(this.#statement(text, values));
      ended();
      return answer;
    } catch (error) {
      ended(error);
      if (!isLostConnection(error)) throw error;
      const lost = this.#lose(error);
      const mayRetry = !this.#isInTransaction && text !== "commit" && !isTimeout(error);
      if (!mayRetry || !(isRead(text) || isReadOnly(error))) throw lost;
      return this.#retry(text, values);
    }
  }

  /** Runs the statement on another connection; it changed nothing on the broken one. */
  async #retry(text: string, values: unknown[]) {
    this.release(); // first, or all requests could wait for each other's connections
    this.#isReleased = true;
    this.#connected = await this.#context.reconnect();
    this.#isReleased = false;
    this.#broken = undefined;
    try {
      return await this.#connected.client.query(text, values);
    } catch (error) {
      throw isLostConnection(error) ? this.#lose(error) : error;
    }
  }

  #lose(error: unknown): ConnectionLost {
    this.#context.noteLoss();
    this.#broken = new ConnectionLost(error);
    return this.#broken;
  }
}

const minUses = 20;
const maxLength = 1500; // longer statements have many variants, whose plans take 200 kB in each connection
const statements = new LRUCache<string, { uses: number; name: string }>({ max: 500 });

/** Returns the name of a frequent statement. */
function nameOf(text: string): string | undefined {
  if (text.length > maxLength) return undefined;
  const statement = statements.get(text) ?? { uses: 0, name: createHash("sha1").update(text).digest("base64url") };
  statement.uses += 1;
  statements.set(text, statement);
  return statement.uses > minUses ? statement.name : undefined;
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
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- pg's types return any
  const standard: (text: string) => unknown = pg.types.getTypeParser(oid, format);
  return standard;
}
