import type { Phone } from "#contract/stock-take/stock-takes.ts";
import type { Database } from "#server/platform/database.ts";
import type { Actor } from "#server/platform/record-audit.ts";
import { sql } from "kysely";

/** Keeps what a phone said last. `said` without scans, or since a time that is not over, counts from now. */
export async function notePhone(
  db: Database,
  stockTakeId: number,
  { phone, unsent, since }: Phone,
  { userId, at }: Actor,
): Promise<void> {
  const oldest = since === null || new Date(since) > at ? at : new Date(since);
  const row = { unsent, unsent_since: unsent === 0 ? null : oldest, said_at: at };
  await db
    .insertInto("stock_take_phones")
    .values({ stock_take_id: stockTakeId, phone, scanned_by: userId, ...row })
    .onConflict((conflict) => conflict.columns(["stock_take_id", "phone", "scanned_by"]).doUpdateSet(row))
    .execute();
}

export type UnsentRow = { name: string | null; unsent: number; unsent_since: Date; said_at: Date };

/** The phones that keep scans, those with the oldest first. */
export async function phonesWithScans(db: Database, stockTakeId: number): Promise<UnsentRow[]> {
  const { rows } = await sql<UnsentRow>`
    select name, unsent, unsent_since, said_at
    from stock_take_phones left join account_names on account_names.user_id = scanned_by
    where stock_take_id = ${stockTakeId} and unsent > 0 order by unsent_since, phone`.execute(db);
  return rows;
}
