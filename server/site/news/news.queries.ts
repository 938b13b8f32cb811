import type { News } from "#db/schema.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { type Insertable, sql } from "kysely";

const selectNews = (db: Database) =>
  db
    .selectFrom("news")
    .leftJoin("attachments", "attachments.attachment_id", "news.attachment_id")
    .selectAll("news")
    .select(["content_hash", "file_name", "widths"]);

export type NewsFilter = { isArchived: boolean };

const matches = ({ isArchived }: NewsFilter) =>
  sql<boolean>`archived_at is ${sql.raw(isArchived ? "not null" : "null")}`;

export async function latestNews(db: Database, filter: NewsFilter, limit: number) {
  return selectNews(db)
    .where(matches(filter))
    .orderBy("published_at", "desc")
    .orderBy("news_id", "desc")
    .limit(limit)
    .execute();
}

/** Returns the ids of the latest news, newest first; all of them without a limit. */
export async function newsIds(db: Database, filter: NewsFilter, limit: number | undefined): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] }>`
    select array(
      select news_id from news where ${matches(filter)} order by published_at desc, news_id desc limit ${limit ?? null}
    ) as ids`.execute(db);
  return rows[0]?.ids ?? [];
}

export async function newsWithIds(db: Database, ids: readonly number[]): Promise<NewsRow[]> {
  return selectNews(db)
    .where(sql<boolean>`news_id = any(${[...ids]}::integer[])`)
    .execute();
}

/** Returns which ranges of `size` ids have public news; the first is 1. */
export async function partsWithNews(db: Database, size: number): Promise<number[]> {
  const { rows } = await sql<{ part: number }>`
    select distinct (news_id - 1) / ${sql.lit(size)} + 1 as part from news where archived_at is null order by part`.execute(
    db,
  );
  return rows.map(({ part }) => part);
}

export async function newsIdsBetween(db: Database, above: number, upTo: number): Promise<number[]> {
  const ids = db.selectFrom("news").select("news_id").where("archived_at", "is", null);
  const rows = await ids.where("news_id", ">", above).where("news_id", "<=", upTo).orderBy("news_id").execute();
  return rows.map(({ news_id }) => news_id);
}

export async function newsChanges(db: Database, ids: readonly number[]) {
  return db
    .selectFrom("news")
    .select(["news_id as id", "updated_at as changed"])
    .where(sql<boolean>`news_id = any(${[...ids]}::integer[])`)
    .execute();
}

export async function newsOf(db: Database, id: number) {
  return selectNews(db).where("news_id", "=", id).executeTakeFirst();
}

export type NewsRow = Awaited<ReturnType<typeof latestNews>>[number];

export async function lockNews(tx: Transaction, id: number): Promise<NewsRow | undefined> {
  return selectNews(tx).where("news_id", "=", id).forUpdate("news").executeTakeFirst();
}

/** The columns to write; omitted ones stay the same. */
export type NewsChange = Insertable<News>;

export async function insertNews(tx: Transaction, change: NewsChange, at: Date): Promise<number> {
  const { news_id } = await tx
    .insertInto("news")
    .values({ ...change, published_at: at, updated_at: at })
    .returning("news_id")
    .executeTakeFirstOrThrow();
  return news_id;
}

export async function updateNews(tx: Transaction, id: number, change: NewsChange, at: Date): Promise<void> {
  await tx
    .updateTable("news")
    .set((eb) => ({ ...change, updated_at: at, version: eb("version", "+", 1) }))
    .where("news_id", "=", id)
    .execute();
}

export async function writeNewsArchived(tx: Transaction, id: number, archivedAt: Date | null, at: Date): Promise<void> {
  await tx.updateTable("news").set({ archived_at: archivedAt, updated_at: at }).where("news_id", "=", id).execute();
}
