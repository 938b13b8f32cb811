import { setTimeout as pause } from "node:timers/promises";
import type { DB } from "#db/schema.ts";
import { CompiledQuery, Kysely, PostgresDialect, type Transaction as KyselyTransaction } from "kysely";
import { connectionPool, type PoolCounts, type PoolOptions } from "./connection/connection-pool.ts";
import {
  DatabaseUnreachable,
  isConflict,
  isLostConnection,
  isTimeout,
  OutcomeUnknown,
  TooContended,
} from "./errors/database-errors.ts";

/** The database or a transaction, for functions that only query. */
export type Database = Kysely<DB>;

/** An open transaction, for functions that must not run outside one. */
export type Transaction = KyselyTransaction<DB>;

/** Opens a connection pool, which connects on first use; `destroy()` closes it. */
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
    return false;
  }
}

const maxAttempts = 10;

/**
 * Runs `work` in a transaction (read committed) and again after a conflict or a lost connection, so it must only query.
 * Throws OutcomeUnknown when the connection breaks during commit, and TooContended after too many retries.
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
      if (!isConflict(error) && (!isLostConnection(error) || isTimeout(error))) throw error;
      if (attempt === maxAttempts) throw isConflict(error) ? new TooContended(error) : new DatabaseUnreachable(error);
      await pause(Math.random() * Math.min(200, 5 * 2 ** attempt));
    }
  }
}
