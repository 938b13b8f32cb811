import * as calls from "#contract/news.ts";
import { found } from "#server/http/errors.ts";
import { serve } from "#server/http/serve.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import type { FastifyInstance } from "fastify";
import { addNews, changeNews, latestNews, newsOf } from "./news.queries.ts";

/** Serves News/*. */
export function newsRoutes(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  serve(app, calls.getPublicNewsItems, async ({ query }) => ({ data: await latestNews(db, query.limit) }));
  serve(app, calls.getNewsItems, async ({ query }) => ({ data: await latestNews(db, query.limit) }));
  serve(app, calls.getPublicNewsItem, async ({ params }) => ({ data: found(await newsOf(db, params.id)) }));
  serve(app, calls.getNewsItem, async ({ params }) => ({ data: found(await newsOf(db, params.id)) }));

  serve(app, calls.saveNewsItem, async ({ body }) => {
    const saved = body.id === 0 ? await addNews(db, body) : found(await changeNews(db, body.id, body, clock.now()));
    return { id: saved.id, data: saved };
  });
}
