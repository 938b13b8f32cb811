import { setTimeout as pause } from "node:timers/promises";
import type { DB } from "#db/schema.ts";
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type TransactionSettings,
  type Transaction as KyselyTransaction,
} from "kysely";
import { connectionPool, limits, type PoolOptions } from "./connection/connection-pool.ts";
import { DatabaseUnreachable, isConflict, isLostConnection, OutcomeUnknown, TooContended } from "./database-errors.ts";

/** The database, or a transaction of it: whoever only queries takes this. */
export type Database = Kysely<DB>;

/** An open transaction; a function that takes this must not be called outside one. */
export type Transaction = KyselyTransaction<DB>;

/** Opens a pool of connections; `destroy()` closes it. Connects when first used. Keeps nothing in the session. */
export function openDatabase(options: PoolOptions): Database {
  const pool = connectionPool(options);
  return new Kysely<DB>({ dialect: new LimitedDialect({ pool }) });
}

class LimitedDialect extends PostgresDialect {
  readonly #config: ConstructorParameters<typeof PostgresDialect>[0];

  constructor(config: ConstructorParameters<typeof PostgresDialect>[0]) {
    super(config);
    this.#config = config;
  }

  override createDriver() {
    return new LimitedDriver(this.#config);
  }
}

/** Gives every transaction its time limits in the same message as `begin`, for a pooler's sessions, which keep nothing. */
class LimitedDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
    const isolation = settings.isolationLevel ? ` isolation level ${settings.isolationLevel}` : "";
    const access = settings.accessMode ? ` ${settings.accessMode}` : "";
    await connection.executeQuery(
      CompiledQuery.raw(`begin${isolation}${access}; ${limits.map((limit) => `set local ${limit}`).join("; ")}`),
    );
  }
}

/** Whether the database answers a question right now. */
export async function databaseAnswers(db: Database): Promise<boolean> {
  try {
    await db.executeQuery(CompiledQuery.raw("select 1"));
    return true;
  } catch {
    // that is the answer
    return false;
  }
}

const attempts = 10;

/**
 * Runs `work` in one transaction (read committed). When the database undid it for another's sake, or the connection
 * broke before commit, it was not done, and `work` runs again: it must do nothing but queries.
 * Throws OutcomeUnknown when the connection broke during commit, TooContended when it never got through.
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
      if (!isConflict(error) && !isLostConnection(error)) throw error;
      if (attempt === attempts) throw isConflict(error) ? new TooContended(error) : new DatabaseUnreachable(error);
      await pause(Math.random() * Math.min(200, 5 * 2 ** attempt));
    }
  }
}
