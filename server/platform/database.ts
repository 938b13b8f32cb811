import { setTimeout as pause } from "node:timers/promises";
import type { DB } from "#db/schema.ts";
import { CompiledQuery, Kysely, PostgresDialect, type Transaction as KyselyTransaction } from "kysely";
import { connectionPool, type PoolCounts, type PoolOptions } from "./connection/connection-pool.ts";
import {
  DatabaseUnreachable,
  isConflict,
  isLostConnection,
  isSilence,
  OutcomeUnknown,
  TooContended,
} from "./errors/database-errors.ts";

/** The database or a transaction of it, for functions that only query. */
export type Database = Kysely<DB>;

/** An open transaction; a function that takes this must not be called outside one. */
export type Transaction = KyselyTransaction<DB>;

/** Opens a connection pool; `destroy()` closes it. Connects on first use. Keeps no session state. */
export function openDatabase(options: PoolOptions): Database {
  const pool = connectionPool(options);
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  counters.set(db, pool.counts);
  return db;
}

const counters = new WeakMap<Database, () => PoolCounts>();

export function poolCounts(db: Database): PoolCounts {
  return counters.get(db)?.() ?? { size: 0, open: 0, idle: 0, waiting: 0 };
}

export async function databaseAnswers(db: Database): Promise<boolean> {
  try {
    await db.executeQuery(CompiledQuery.raw("select 1"));
    return true;
  } catch {
    // the result
    return false;
  }
}

const attempts = 10;

/**
 * Runs `work` in one transaction (read committed). When the database rolled it back for another's sake, or the
 * connection broke before commit, `work` runs again, so it must do nothing but queries. Throws OutcomeUnknown when the
 * connection broke during commit, TooContended after too many retries.
 */
export async function inTransaction<T>(database: Database, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    let committing = false;
    try {
      return await database.transaction().execute(async (transaction) => {
        const result = await work(transaction);
        committing = true;
        return result;
      });
    } catch (error) {
      if (committing && isLostConnection(error)) throw new OutcomeUnknown(error);
      if (!isConflict(error) && (!isLostConnection(error) || isSilence(error))) throw error;
      if (attempt === attempts) throw isConflict(error) ? new TooContended(error) : new DatabaseUnreachable(error);
      await pause(Math.random() * Math.min(200, 5 * 2 ** attempt));
    }
  }
}
