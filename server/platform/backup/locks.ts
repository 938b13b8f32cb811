import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";

/** Keys of PostgreSQL's advisory locks; each is held for a transaction. */
export const advisoryLocks = {
  /** Held while migrating or restoring; see `beginExclusive`. */
  schema: 716253413,
  /** Held shared while a backup reads stored files, and exclusively by whatever deletes them. */
  storedFiles: 716253415,
} as const;

/**
 * Begins a transaction with the schema lock, waiting for hours if needed. It polls in new transactions, because a waiting
 * transaction would block an index that another one builds concurrently. The lock belongs to the transaction, so that it
 * works through a transaction-mode pooler.
 */
export async function beginExclusive(
  client: pg.Client,
  settings: string,
  onWait: () => void = () => {},
): Promise<void> {
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
