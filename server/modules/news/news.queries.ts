import type { StaffNewsItem } from "#contract/news.ts";
import type { Database } from "#server/platform/database.ts";

type NewsRow = { news_id: number; title: string; content: string; link: string | null; published_at: Date; version: number };
/** What the news form gives; the link is empty when there is none. */
export type NewsDraft = { title: string; content: string; link: string };

const columns = ["news_id", "title", "content", "link", "published_at", "version"] as const;

const present = (row: NewsRow): StaffNewsItem => ({
  id: row.news_id,
  title: row.title,
  content: row.content,
  contentHtml: "",
  link: row.link ?? "",
  publishedAt: row.published_at.toISOString(),
  attachmentId: null,
  attachmentAlt: "",
  attachment: null,
  version: row.version,
});

/** The latest news, newest first; all of it without a limit. */
export async function latestNews(db: Database, limit: number | undefined): Promise<StaffNewsItem[]> {
  const news = db.selectFrom("news").select(columns).orderBy("published_at", "desc").orderBy("news_id", "desc");
  return (await (limit === undefined ? news : news.limit(limit)).execute()).map(present);
}

/** One news item, if there is one. */
export async function newsOf(db: Database, id: number): Promise<StaffNewsItem | undefined> {
  const row = await db.selectFrom("news").select(columns).where("news_id", "=", id).executeTakeFirst();
  return row && present(row);
}

/** Adds a news item. */
export async function addNews(db: Database, draft: NewsDraft): Promise<StaffNewsItem> {
  return present(await db.insertInto("news").values(rowOf(draft)).returning(columns).executeTakeFirstOrThrow());
}

/** Changes a news item, if there is one. */
export async function changeNews(db: Database, id: number, draft: NewsDraft, at: Date): Promise<StaffNewsItem | undefined> {
  const row = await db
    .updateTable("news")
    .set({ ...rowOf(draft), updated_at: at })
    .where("news_id", "=", id)
    .returning(columns)
    .executeTakeFirst();
  return row && present(row);
}

const rowOf = ({ title, content, link }: NewsDraft) => ({ title, content, link: link === "" ? null : link });
