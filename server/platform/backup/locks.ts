import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";

/** What others wait for, as keys of PostgreSQL's advisory locks; each is taken for a transaction. */
export const advisoryLocks = {
  /** Migrating or restoring; taken by `beginAlone`. */
  schema: 716253413,
  /** A backup holds it shared while it reads stored files; what removes such files takes it alone, or does it later. */
  storedFiles: 716253415,
} as const;

/**
 * Begins a transaction with the lock for who migrates or restores; it may last hours until it is free. Asks again and again,
 * each time in a new transaction: an index that is built concurrently waits for all transactions that were at work at one
 * moment, and this one would wait for it. A lock of the transaction, so that it also works through a transaction-mode pooler.
 */
export async function beginAlone(client: pg.Client, settings: string, onWait: () => void = () => {}): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    await client.query(`begin isolation level read committed; ${settings}`);
    const text = `select pg_try_advisory_xact_lock(${advisoryLocks.schema}) as taken`;
    const { rows } = await client.query<{ taken: boolean }>(text);
    if (rows[0]?.taken) return;
    await client.query("rollback");
    if (tries === 1) onWait();
    await pause(200);
  }
}
