import * as calls from "#contract/site/news.ts";
import { messages } from "#contract/wire/messages.ts";
import type { IdList } from "#server/http/pages/site-map.ts";
import { serve } from "#server/http/serve.ts";
import type { ConfiguredParts } from "#server/parts.ts";
import type { FastifyInstance } from "fastify";
import { newsHtml } from "./news.markup.ts";
import { newsChanges, newsIdsBetween, partsWithNews } from "./news.queries.ts";
import { saveNews, setNewsArchived } from "./save-news.ts";
import { newsReaders } from "./show-news.ts";

/** Serves News/*. Returns the list of public news for the site map. */
export function newsRoutes(app: FastifyInstance, { db, clock, configuration }: ConfiguredParts<"timeZone">): IdList {
  const news = newsReaders(db, configuration.timeZone);

  serve(app, calls.getPublicNewsItems, async ({ query }, { claimListSlot }) => ({
    data: await news.list({ ...query, isArchived: false }, claimListSlot),
  }));
  serve(app, calls.getNewsItems, async ({ query: { limit, archived } }, { claimListSlot }) => ({
    data: await news.list({ limit, isArchived: archived }, claimListSlot),
  }));
  serve(app, calls.getPublicNewsItem, async ({ params, query }) => ({
    data: await news.publicItem(params.id, query.language),
  }));
  serve(app, calls.getNewsItem, async ({ params }) => ({ data: await news.item(params.id) }));

  serve(app, calls.saveNewsItem, async ({ body }, { actor }) => {
    const id = await saveNews({ db, clock }, body, actor);
    return { id, data: await news.item(id), message: messages.done.itemSaved };
  });
  for (const isArchived of [true, false])
    serve(app, isArchived ? calls.archiveNews : calls.unarchiveNews, async ({ params }, { actor }) => {
      await setNewsArchived(db, params.id, isArchived, actor);
      return { id: params.id };
    });
  serve(app, calls.previewNewsItem, async ({ body }) => ({ data: { contentHtml: newsHtml(body.content) } }));

  return {
    parts: (size) => partsWithNews(db, size),
    ids: (...range) => newsIdsBetween(db, ...range),
    withChanges: (ids) => newsChanges(db, ids),
  };
}
