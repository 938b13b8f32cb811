import type { News } from "#db/schema.ts";
import type { Database, Transaction } from "#server/platform/database.ts";
import { type Insertable, sql } from "kysely";

const selectNews = (db: Database) =>
  db
    .selectFrom("news")
    .leftJoin("attachments", "attachments.attachment_id", "news.attachment_id")
    .selectAll("news")
    .select(["content_hash", "file_name", "widths"]);

/** The latest news, newest first; all of it without a limit. */
export async function latestNews(db: Database, limit: number | undefined) {
  const news = selectNews(db).orderBy("published_at", "desc").orderBy("news_id", "desc");
  return (limit === undefined ? news : news.limit(limit)).execute();
}

export async function countNews(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from news`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The ids of news items from offset `from`, with their last change. */
export async function newsFrom(db: Database, from: number, most: number) {
  return db
    .selectFrom("news")
    .select(["news_id as id", "updated_at as changed"])
    .orderBy("news_id")
    .offset(from)
    .limit(most)
    .execute();
}

export async function newsOf(db: Database, id: number) {
  return selectNews(db).where("news_id", "=", id).executeTakeFirst();
}

export type NewsRow = Awaited<ReturnType<typeof latestNews>>[number];

/** Locks a news item until the transaction ends, and reads it. */
export async function lockNews(tx: Transaction, id: number): Promise<NewsRow | undefined> {
  return selectNews(tx).where("news_id", "=", id).forUpdate("news").executeTakeFirst();
}

/** The columns of a news item to write; omitted ones stay. */
export type NewsChange = Insertable<News>;

export async function insertNews(tx: Transaction, change: NewsChange, at: Date): Promise<number> {
  const { news_id } = await tx
    .insertInto("news")
    .values({ ...change, published_at: at, updated_at: at })
    .returning("news_id")
    .executeTakeFirstOrThrow();
  return news_id;
}

/** Changes a news item and increments its version. */
export async function updateNews(tx: Transaction, id: number, change: NewsChange, at: Date): Promise<void> {
  await tx
    .updateTable("news")
    .set((eb) => ({ ...change, updated_at: at, version: eb("version", "+", 1) }))
    .where("news_id", "=", id)
    .execute();
}
