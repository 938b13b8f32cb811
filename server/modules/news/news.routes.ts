import { messages } from "#contract/messages.ts";
import * as calls from "#contract/news.ts";
import type { StaffNewsItem } from "#contract/news.ts";
import type { LongList } from "#contract/wire/endpoint.ts";
import { found } from "#server/refusals/http-error.ts";
import type { IdList } from "#server/http/pages/site-map.ts";
import { serve } from "#server/http/serve.ts";
import { dayOf } from "#server/platform/clock.ts";
import { inPages, type LetIn, shortList } from "#server/platform/lists/long-list.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import type { FastifyInstance } from "fastify";
import { newsHtml } from "./news.markup.ts";
import { presentNews } from "./news.present.ts";
import {
  countNews,
  latestNews,
  newsChanges,
  newsIds,
  newsIdsFrom,
  newsOf,
  type NewsRow,
  newsWithIds,
} from "./news.queries.ts";
import { saveNews } from "./save-news.ts";

type Parts = ConfiguredParts<"timeZone">;

/** Serves News/*; returns the addresses of all news. */
export function newsRoutes(app: FastifyInstance, { db, clock, configuration }: Parts): IdList {
  const present = (row: NewsRow) => presentNews(row, dayOf(row.published_at, configuration.timeZone));
  const byIds = async (ids: readonly number[]) =>
    new Map((await newsWithIds(db, ids)).map((row) => [row.news_id, present(row)]));
  /** The latest news; all of them without a limit. */
  const list = async (limit: number | undefined, letIn: LetIn): Promise<LongList<StaffNewsItem>> => {
    const rows = await latestNews(db, Math.min(limit ?? shortList + 1, shortList + 1));
    if (rows.length <= shortList) return rows.map(present);
    await letIn();
    return inPages(await newsIds(db, limit), byIds);
  };
  const one = async (id: number) => present(found(await newsOf(db, id)));

  serve(app, calls.getPublicNewsItems, async ({ query }, { letIn }) => ({ data: await list(query.limit, letIn) }));
  serve(app, calls.getNewsItems, async ({ query }, { letIn }) => ({ data: await list(query.limit, letIn) }));
  serve(app, calls.getPublicNewsItem, async ({ params }) => ({ data: await one(params.id) }));
  serve(app, calls.getNewsItem, async ({ params }) => ({ data: await one(params.id) }));

  serve(app, calls.saveNewsItem, async ({ body }, { session }) => {
    const saved = await saveNews({ db, clock }, body, { userId: session.userId, at: clock.now() });
    return { id: saved.news_id, data: present(saved), message: messages.done.itemSaved };
  });
  serve(app, calls.previewNewsItem, async ({ body }) => ({ data: { contentHtml: newsHtml(body.content) } }));

  return {
    count: () => countNews(db),
    ids: (...range) => newsIdsFrom(db, ...range),
    withIds: (ids) => newsChanges(db, ids),
  };
}
