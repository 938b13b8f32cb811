import type { StaffNewsItem } from "#contract/news.ts";
import { pictureAddresses } from "#server/modules/media/public.ts";
import { keptHtml } from "./kept-html.ts";
import { newsHtml } from "./news.markup.ts";
import type { NewsRow } from "./news.queries.ts";

// Some thousand news items of the usual length, 8 MB at most.
const htmlOf = keptHtml(newsHtml, 4_000_000);

/** A news item as the API shows it; the version leaves the house only where the contract says so. */
export function presentNews(row: NewsRow, publishedDay: string): StaffNewsItem {
  return {
    id: row.news_id,
    title: row.title,
    content: row.content,
    contentHtml: htmlOf(row.content),
    link: row.link ?? "",
    publishedAt: row.published_at.toISOString(),
    // told, because a telephone takes longer to find it out than to show the page
    publishedDay,
    attachmentId: row.attachment_id,
    attachmentAlt: row.attachment_alt,
    attachment: pictureAddresses(row),
    version: row.version,
  };
}
