import type { LanguageCode } from "#contract/site/languages.ts";
import type { StaffNewsItem } from "#contract/site/news.ts";
import type { LongList } from "#contract/wire/endpoint.ts";
import type { Database } from "#server/platform/database.ts";
import { dayOf } from "#server/platform/clock.ts";
import { type ClaimListSlot, ifShort, inPages } from "#server/platform/lists/long-list.ts";
import { found, HttpError } from "#server/refusals/http-error.ts";
import { pictureAddresses } from "../media/media.present.ts";
import { cachedNewsHtml } from "./news.markup.ts";
import { latestNews, type NewsFilter, newsIds, newsOf, type NewsRow, newsWithIds } from "./news.queries.ts";

type ListRequest = NewsFilter & { limit?: number | undefined; language?: LanguageCode };

/** Creates the readers of news, whose days are in the library's time zone. */
export function newsReaders(db: Database, timeZone: string) {
  const present = (row: NewsRow, language?: LanguageCode) =>
    presentNews(row, dayOf(row.published_at, timeZone), language);
  const item = async (id: number, language?: LanguageCode) => present(found(await newsOf(db, id)), language);
  return {
    item,
    publicItem: async (id: number, language: LanguageCode) => {
      const news = await item(id, language);
      if (news.isArchived) throw new HttpError(404);
      return news;
    },
    /** Returns the latest news; all of them without a limit. */
    list: async (
      { limit, language, ...filter }: ListRequest,
      claimListSlot: ClaimListSlot,
    ): Promise<LongList<StaffNewsItem>> => {
      const rows = await ifShort((max) => latestNews(db, filter, Math.min(limit ?? max, max)));
      if (rows) return rows.map((row) => present(row, language));
      await claimListSlot();
      return inPages(
        await newsIds(db, filter, limit),
        async (ids) => new Map((await newsWithIds(db, ids)).map((row) => [row.news_id, present(row, language)])),
      );
    },
  };
}

/** Presents a news item in a language. The contract removes the fields that only staff may see. */
function presentNews(row: NewsRow, publishedDay: string, language: LanguageCode = "en"): StaffNewsItem {
  const isSpanish = language === "es" && row.title_in_spanish !== "";
  const content = isSpanish ? row.content_in_spanish : row.content;
  return {
    id: row.news_id,
    title: isSpanish ? row.title_in_spanish : row.title,
    content,
    contentHtml: cachedNewsHtml(content),
    ...(language === "es" && { language: isSpanish ? language : "en" }),
    link: row.link ?? "",
    publishedAt: row.published_at.toISOString(),
    // explicit, because computing it takes a phone longer than rendering the page
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
