import { messages } from "#contract/wire/messages.ts";
import * as calls from "#contract/site/news.ts";
import type { StaffNewsItem } from "#contract/site/news.ts";
import type { LanguageCode } from "#contract/site/languages.ts";
import type { LongList } from "#contract/wire/endpoint.ts";
import { found, HttpError } from "#server/refusals/http-error.ts";
import type { IdList } from "#server/http/pages/site-map.ts";
import { serve } from "#server/http/serve.ts";
import { dayOf } from "#server/platform/clock.ts";
import { ifShort, inPages, type ClaimListSlot } from "#server/platform/lists/long-list.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import type { FastifyInstance } from "fastify";
import { cachedNewsHtml, newsHtml } from "./news.markup.ts";
import {
  latestNews,
  newsChanges,
  newsIds,
  newsIdsBetween,
  newsOf,
  type NewsRow,
  type NewsFilter,
  newsWithIds,
  partsWithNews,
} from "./news.queries.ts";
import { saveNews, setNewsArchived } from "./save-news.ts";
import { pictureAddresses } from "../media/media.present.ts";

type Parts = ConfiguredParts<"timeZone">;
type ListRequest = NewsFilter & { limit?: number | undefined; language?: LanguageCode };

/** Serves News/*. Returns the list of public news for the site map. */
export function newsRoutes(app: FastifyInstance, { db, clock, configuration }: Parts): IdList {
  const present = (row: NewsRow, language?: LanguageCode) =>
    presentNews(row, dayOf(row.published_at, configuration.timeZone), language);
  /** Returns the latest news; all of them without a limit. */
  const list = async (
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
  };
  const readNews = async (id: number, language?: LanguageCode) => present(found(await newsOf(db, id)), language);

  serve(app, calls.getPublicNewsItems, async ({ query }, { claimListSlot }) => ({
    data: await list({ ...query, isArchived: false }, claimListSlot),
  }));
  serve(app, calls.getNewsItems, async ({ query: { limit, archived } }, { claimListSlot }) => ({
    data: await list({ limit, isArchived: archived }, claimListSlot),
  }));
  serve(app, calls.getPublicNewsItem, async ({ params, query }) => {
    const item = await readNews(params.id, query.language);
    if (item.isArchived) throw new HttpError(404);
    return { data: item };
  });
  serve(app, calls.getNewsItem, async ({ params }) => ({ data: await readNews(params.id) }));

  serve(app, calls.saveNewsItem, async ({ body }, { session }) => {
    const saved = await saveNews({ db, clock }, body, { userId: session.userId, at: clock.now() });
    return { id: saved.news_id, data: present(saved), message: messages.done.itemSaved };
  });
  for (const isArchived of [true, false])
    serve(app, isArchived ? calls.archiveNews : calls.unarchiveNews, async ({ params }, { session }) => {
      await setNewsArchived(db, params.id, isArchived, { userId: session.userId, at: clock.now() });
      return { id: params.id };
    });
  serve(app, calls.previewNewsItem, async ({ body }) => ({ data: { contentHtml: newsHtml(body.content) } }));

  return {
    parts: (size) => partsWithNews(db, size),
    ids: (...range) => newsIdsBetween(db, ...range),
    withChanges: (ids) => newsChanges(db, ids),
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
