import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from "kysely";
import type pg from "pg";
import { isLostConnection } from "#server/platform/database-errors.ts";
import { nameOfStatement } from "./hot-statements.ts";

/** A connection as Kysely uses it. It leaves the pool when it broke, or is still busy with a statement that was given up. */
export class PooledClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #isDirect: boolean;
  readonly #begin: string;
  #broken: Error | undefined;

  /** `limits` are the settings of each transaction where the session keeps none, as behind a pooler. */
  constructor(client: pg.PoolClient, { isDirect, limits }: { isDirect: boolean; limits: readonly string[] }) {
    this.#client = client;
    this.#isDirect = isDirect;
    this.#begin = isDirect ? "begin" : ["begin", ...limits.map((limit) => `set local ${limit}`)].join("; ");
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query(sql: unknown, parameters: readonly unknown[] = []): unknown {
    if (typeof sql !== "string") throw new Error("Cursors hold a connection for long: read in pages instead.");
    return this.#answer(sql === "begin" ? this.#begin : sql, [...parameters]);
  }

  release() {
    this.#client.release(this.#broken);
  }

  async #answer(text: string, values: unknown[]) {
    const name = this.#isDirect ? nameOfStatement(text) : undefined;
    try {
      // pg copies an object property by property; a plain text is taken as it is
      return await (name === undefined ? this.#client.query(text, values) : this.#client.query({ text, values, name }));
    } catch (error) {
      if (error instanceof Error && isLostConnection(error)) this.#broken = error;
      throw error;
    }
  }
}
