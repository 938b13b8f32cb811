import { sql } from "kysely";
import { type Database, inTransaction } from "#server/platform/database.ts";

export type Asset = { name: string; content: Buffer; isBrotli: boolean };

export async function namesOfAssets(db: Database): Promise<Set<string>> {
  return new Set((await db.selectFrom("stored_assets").select("name").execute()).map(({ name }) => name));
}

export async function assetNamed(db: Database, name: string): Promise<Asset | undefined> {
  return db
    .selectFrom("stored_assets")
    .select(["name", "content", "is_brotli as isBrotli"])
    .where("name", "=", name)
    .executeTakeFirst();
}

/** Stores the missing files of a starting version; files that it no longer has are deleted after `days`. */
export async function storeAssets(db: Database, names: readonly string[], missing: readonly Asset[], days: number) {
  await inTransaction(db, async (tx) => {
    for (const { name, content, isBrotli } of missing)
      await tx
        .insertInto("stored_assets")
        .values({ name, content, is_brotli: isBrotli })
        .onConflict((conflict) => conflict.column("name").doNothing())
        .execute();
    await sql`
      update stored_assets set replaced_at = case when name = any(${names}) then null else now() end
      where (name = any(${names})) <> (replaced_at is null)`.execute(tx);
    await sql`delete from stored_assets where replaced_at < now() - make_interval(days => ${days})`.execute(tx);
  });
}
