import type { StaffNewsItem } from "#contract/news.ts";
import { pictureAddresses, type PictureRow } from "#server/modules/media/public.ts";
import type { Database } from "#server/platform/database.ts";

type NewsRow = PictureRow & {
  news_id: number;
  title: string;
  content: string;
  link: string | null;
  published_at: Date;
  version: number;
  attachment_id: number | null;
  attachment_alt: string;
};
/** What the news form gives; the link is empty when there is none. */
export type NewsDraft = { title: string; content: string; link: string };

const columns = [
  "news.news_id",
  "news.title",
  "news.content",
  "news.link",
  "news.published_at",
  "news.version",
  "news.attachment_id",
  "news.attachment_alt",
  "attachments.content_hash",
  "attachments.file_name",
  "attachments.widths",
] as const;

const selectNews = (db: Database) =>
  db.selectFrom("news").leftJoin("attachments", "attachments.attachment_id", "news.attachment_id").select(columns);

const present = (row: NewsRow): StaffNewsItem => ({
  id: row.news_id,
  title: row.title,
  content: row.content,
  contentHtml: "",
  link: row.link ?? "",
  publishedAt: row.published_at.toISOString(),
  attachmentId: row.attachment_id,
  attachmentAlt: row.attachment_alt,
  attachment: pictureAddresses(row),
  version: row.version,
});

/** The latest news, newest first; all of it without a limit. */
export async function latestNews(db: Database, limit: number | undefined): Promise<StaffNewsItem[]> {
  const news = selectNews(db).orderBy("published_at", "desc").orderBy("news_id", "desc");
  return (await (limit === undefined ? news : news.limit(limit)).execute()).map(present);
}

/** One news item, if there is one. */
export async function newsOf(db: Database, id: number): Promise<StaffNewsItem | undefined> {
  const row = await selectNews(db).where("news_id", "=", id).executeTakeFirst();
  return row && present(row);
}

/** Adds a news item. */
export async function addNews(db: Database, draft: NewsDraft): Promise<StaffNewsItem> {
  const { news_id } = await db.insertInto("news").values(rowOf(draft)).returning("news_id").executeTakeFirstOrThrow();
  return present(await selectNews(db).where("news_id", "=", news_id).executeTakeFirstOrThrow());
}

/** Changes a news item, if there is one. */
export async function changeNews(
  db: Database,
  id: number,
  draft: NewsDraft,
  at: Date,
): Promise<StaffNewsItem | undefined> {
  await db
    .updateTable("news")
    .set({ ...rowOf(draft), updated_at: at })
    .where("news_id", "=", id)
    .execute();
  return newsOf(db, id);
}

const rowOf = ({ title, content, link }: NewsDraft) => ({ title, content, link: link === "" ? null : link });
