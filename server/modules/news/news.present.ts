import type { LanguageCode } from "#contract/site/languages.ts";
import type { StaffNewsItem } from "#contract/news.ts";
import { pictureAddresses } from "#server/modules/media/public.ts";
import { keptNewsHtml } from "./news.markup.ts";
import type { NewsRow } from "./news.queries.ts";

/**
 * A news item as the API returns it, for readers of a language; the version and both languages' texts are included only
 * where the contract says so.
 */
export function presentNews(row: NewsRow, publishedDay: string, language: LanguageCode = "en"): StaffNewsItem {
  const isSpanish = language === "es" && row.title_in_spanish !== "";
  const content = isSpanish ? row.content_in_spanish : row.content;
  return {
    id: row.news_id,
    title: isSpanish ? row.title_in_spanish : row.title,
    content,
    contentHtml: keptNewsHtml(content),
    ...(language === "es" && { language: isSpanish ? language : "en" }),
    link: row.link ?? "",
    publishedAt: row.published_at.toISOString(),
    // explicit, because detecting it takes a phone longer than rendering the page
    publishedDay,
    attachmentId: row.attachment_id,
    attachmentAlt: isSpanish ? row.attachment_alt_in_spanish : row.attachment_alt,
    titleInSpanish: row.title_in_spanish,
    contentInSpanish: row.content_in_spanish,
    attachmentAltInSpanish: row.attachment_alt_in_spanish,
    englishChangedAt: row.english_changed_at?.toISOString() ?? null,
    attachment: pictureAddresses(row),
    version: row.version,
    isArchived: row.archived_at !== null,
  };
}
