import { messages } from "#contract/messages.ts";
import * as calls from "#contract/news.ts";
import { found } from "#server/refusals/http-error.ts";
import type { IdList } from "#server/http/pages/site-map.ts";
import { serve } from "#server/http/serve.ts";
import { dayOf } from "#server/platform/clock.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import type { FastifyInstance } from "fastify";
import { newsHtml } from "./news.markup.ts";
import { presentNews } from "./news.present.ts";
import { countNews, latestNews, newsFrom, newsOf, type NewsRow } from "./news.queries.ts";
import { saveNews } from "./save-news.ts";

type Parts = ConfiguredParts<"timeZone">;

/** Serves News/*; returns the addresses of all news. */
export function newsRoutes(app: FastifyInstance, { db, clock, configuration }: Parts): IdList {
  const present = (row: NewsRow) => presentNews(row, dayOf(row.published_at, configuration.timeZone));
  const list = async (limit: number | undefined) => (await latestNews(db, limit)).map(present);
  const one = async (id: number) => present(found(await newsOf(db, id)));

  serve(app, calls.getPublicNewsItems, async ({ query }) => ({ data: await list(query.limit) }));
  serve(app, calls.getNewsItems, async ({ query }) => ({ data: await list(query.limit) }));
  serve(app, calls.getPublicNewsItem, async ({ params }) => ({ data: await one(params.id) }));
  serve(app, calls.getNewsItem, async ({ params }) => ({ data: await one(params.id) }));

  serve(app, calls.saveNewsItem, async ({ body }, { session }) => {
    const saved = await saveNews({ db, clock }, body, { userId: session.userId, at: clock.now() });
    return { id: saved.news_id, data: present(saved), message: messages.done.itemSaved };
  });
  serve(app, calls.previewNewsItem, async ({ body }) => ({ data: { contentHtml: newsHtml(body.content) } }));

  return { count: async () => countNews(db), from: async (...range) => newsFrom(db, ...range) };
}
