import type { Database, Transaction } from "#server/platform/database.ts";

const columns = [
  "news.news_id",
  "news.title",
  "news.content",
  "news.link",
  "news.published_at",
  "news.version",
  "news.changed_by",
  "news.attachment_id",
  "news.attachment_alt",
  "attachments.content_hash",
  "attachments.file_name",
  "attachments.widths",
] as const;

const selectNews = (db: Database) =>
  db.selectFrom("news").leftJoin("attachments", "attachments.attachment_id", "news.attachment_id").select(columns);

/** The latest news, newest first; all of it without a limit. */
export async function latestNews(db: Database, limit: number | undefined) {
  const news = selectNews(db).orderBy("published_at", "desc").orderBy("news_id", "desc");
  return (limit === undefined ? news : news.limit(limit)).execute();
}

/** The number of news items. */
export async function countNews(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom("news")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
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

/** One news item, if it exists. */
export async function newsOf(db: Database, id: number) {
  return selectNews(db).where("news_id", "=", id).executeTakeFirst();
}

/** One news item with its picture. */
export type NewsRow = Awaited<ReturnType<typeof latestNews>>[number];

/** Locks a news item until the transaction ends, and reads it. */
export async function lockNews(tx: Transaction, id: number): Promise<NewsRow | undefined> {
  return selectNews(tx).where("news_id", "=", id).forUpdate("news").executeTakeFirst();
}

/** The columns of a news item to write; omitted ones stay. */
export type NewsChange = {
  title: string;
  content: string;
  link: string | null;
  attachment_id?: number | null;
  attachment_alt?: string;
  changed_by: number;
};

/** Adds a news item and returns its id. */
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
