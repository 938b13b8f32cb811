import type { CompiledQuery, PostgresCursor, PostgresPoolClient, PostgresQueryResult } from "kysely";
import type pg from "pg";
import { isLostConnection } from "#server/platform/database-errors.ts";
import { nameOfStatement } from "./hot-statements.ts";
import { Trip } from "./one-trip.ts";

type Sendable = Pick<CompiledQuery, "sql" | "parameters">;
type Result = { command: string; rows: unknown[] };

const nothing: Result = { command: "", rows: [] };

/**
 * A connection that saves trips, and does not go back into the pool when it broke or is still busy with a statement that
 * was given up. `begin` goes out together with the first statement behind it, and what was kept for the commit with that.
 */
export class WatchedClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #isDirect: boolean;
  #broken: Error | undefined;
  #begin: Sendable[] = [];
  #kept: readonly Sendable[] = [];

  constructor(client: pg.PoolClient, isDirect: boolean) {
    this.#client = client;
    this.#isDirect = isDirect;
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query(sql: unknown, parameters: readonly unknown[] = []): unknown {
    if (typeof sql !== "string") throw new Error("Cursors hold a connection for long: read in pages instead.");
    return this.#answer({ sql, parameters });
  }

  release() {
    this.#client.release(this.#broken);
  }

  async #answer(statement: Sendable): Promise<Result | undefined> {
    const { sql, parameters } = statement;
    const [trip] = parameters;
    if (trip instanceof Trip && trip.waitsForCommit) {
      this.#kept = [...this.#kept, ...trip.statements];
      return nothing;
    }
    if (trip instanceof Trip) {
      // one row, of the rows of each
      return { ...nothing, rows: [(await this.#send(trip.statements)).map(({ rows }) => rows)] };
    }
    if (sql.startsWith("begin")) {
      // what follows are limits, which a server of our own knows since it was connected
      const [plain = sql] = sql.split(";");
      [this.#begin, this.#kept] = [[this.#isDirect ? { sql: plain, parameters } : statement], []];
      return nothing;
    }
    return (await this.#send(sql === "commit" ? [...this.#kept, statement] : [statement])).at(-1);
  }

  /** In one piece, with a `begin` before them that waited; throws what went wrong first, when nothing is under way any more. */
  async #send(statements: readonly Sendable[]): Promise<Result[]> {
    const begin = this.#begin;
    this.#begin = [];
    const { stream } = this.#client.connection;
    stream.cork();
    const sent = [...begin, ...statements].map((statement) => this.#sendOne(statement));
    stream.uncork();
    const results: Result[] = [];
    for (const outcome of await Promise.allSettled(sent)) {
      if (outcome.status === "rejected") throw outcome.reason;
      results.push(outcome.value);
    }
    return results.slice(begin.length);
  }

  async #sendOne({ sql, parameters }: Sendable): Promise<Result> {
    const name = this.#isDirect ? nameOfStatement(sql) : undefined;
    const values = [...parameters];
    try {
      // pg copies an object property by property; a plain text is taken as it is
      return await (name === undefined
        ? this.#client.query(sql, values)
        : this.#client.query({ text: sql, values, name }));
    } catch (error) {
      if (error instanceof Error && isLostConnection(error)) this.#broken = error;
      throw error;
    }
  }
}
