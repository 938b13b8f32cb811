import type { StaffNewsItem } from "#contract/news.ts";
import { pictureAddresses } from "#server/modules/media/public.ts";
import { keptNewsHtml } from "./news.markup.ts";
import type { NewsRow } from "./news.queries.ts";

/** A news item as the API returns it; the version is included only where the contract says so. */
export function presentNews(row: NewsRow, publishedDay: string): StaffNewsItem {
  return {
    id: row.news_id,
    title: row.title,
    content: row.content,
    contentHtml: keptNewsHtml(row.content),
    link: row.link ?? "",
    publishedAt: row.published_at.toISOString(),
    // explicit, because detecting it takes a phone longer than rendering the page
    publishedDay,
    attachmentId: row.attachment_id,
    attachmentAlt: row.attachment_alt,
    attachment: pictureAddresses(row),
    version: row.version,
  };
}
