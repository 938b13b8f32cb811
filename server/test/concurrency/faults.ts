import { sql } from "kysely";
import { stockDisagreements } from "#server/catalog/copies/stock.queries.ts";
import type { Database } from "#server/platform/database.ts";

/** Violations of the tables' invariants. */
export const faults = [
  "a title is reserved more often than it has copies",
  "a copy is in two open assignments",
  "a cart has two orders",
  "a closed order keeps a copy",
  "a line has more copies than were ordered",
  "a lost copy is on an order, or counted",
  "an open claim doesn't fit its loan",
  "stored counts are not what the rows add up to",
] as const;
export type Fault = (typeof faults)[number];

/**
 * Checks each invariant in one statement, so it sees one consistent snapshot. `steady` titles are never overcommitted on purpose (by
 * reopening an order, or by checking out copies for an order that shipped without them).
 */
export async function faultsIn(db: Database, steady: readonly number[]): Promise<Set<Fault>> {
  const results: Record<Fault, boolean> = {
    "a title is reserved more often than it has copies": await any(
      db,
      sql`
      select from circulation_stock where item_id = any(${steady}::integer[]) and checked_out + requested >
        (select count(*) from copies where copies.item_id = circulation_stock.item_id and not is_inactive)`,
    ),
    "a copy is in two open assignments": await any(
      db,
      sql`
      select from assignments where released_at is null group by copy_id having count(*) > 1`,
    ),
    "a cart has two orders": await any(db, sql`select from orders group by cart_key having count(*) > 1`),
    "a closed order keeps a copy": await any(
      db,
      sql`
      select from assignments join orders using (order_id) where released_at is null and status_id in (4, 5)`,
    ),
    "a line has more copies than were ordered": await any(
      db,
      sql`
      select from assignments join order_lines using (order_line_id) where released_at is null
      group by order_line_id, quantity having count(*) > quantity`,
    ),
    "a lost copy is on an order, or counted": await any(
      db,
      sql`
      select from claims join assignments using (assignment_id) join copies using (copy_id)
      where claims.kind = 'lost' and closed_at is null and (inactive_reason is distinct from 'lost' or exists (
        select from assignments as other where other.copy_id = copies.copy_id and other.released_at is null))`,
    ),
    "an open claim doesn't fit its loan": await any(
      db,
      sql`
      select from claims join assignments using (assignment_id) where closed_at is null and assignments.loan
        <> case kind when 'lost' then 'lost' when 'claimed returned' then 'out' else 'returned' end`,
    ),
    "stored counts are not what the rows add up to": (await stockDisagreements(db)).length > 0,
  };
  return new Set(faults.filter((fault) => results[fault]));
}

async function any(db: Database, rows: ReturnType<typeof sql>): Promise<boolean> {
  const {
    rows: [answer],
  } = await sql<{ exists: boolean }>`select exists (${rows})`.execute(db);
  return answer?.exists ?? false;
}

/** Returns how many deadlocks the server broke. */
export async function deadlocksIn(db: Database): Promise<number> {
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(db);
  return rows[0]?.deadlocks ?? 0;
}
