import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { insider } from "#server/http/pages/send-page.ts";
import { HttpError } from "#server/refusals/http-error.ts";
import type { DatabaseFacts } from "#server/platform/connection/watch-database.ts";
import { type Database, poolCounts } from "#server/platform/database.ts";
import { keepFacts, libraryMetrics } from "#server/platform/metrics/library-metrics.ts";
import { libraryFacts } from "#server/platform/metrics/library-facts.queries.ts";
import type { Release } from "#server/platform/release.ts";
import type { Warnings } from "#server/platform/setup/setup-checks.ts";

type Parts = {
  db: Database;
  /** Of the jobs, which has connections of its own: what is stored is read over it, however crowded the requests'. */
  jobsDb?: Database | undefined;
  databaseAnswers: () => Promise<boolean>;
  databaseFacts?: (() => DatabaseFacts) | undefined;
  release: Release;
  warnings: Pick<Warnings, "all">;
};

/**
 * Serves `/metrics` in the text format of Prometheus to who has the token; measures nothing without one. What the library
 * asks itself for a page is part of the page. Who comes through a proxy finds nothing there.
 */
export function serveMetrics(app: FastifyInstance, token: string | undefined, parts: Parts): void {
  if (token === undefined) return;
  const { db, jobsDb, databaseAnswers, databaseFacts, release, warnings } = parts;
  const metrics = libraryMetrics(release);
  const facts = keepFacts(() => libraryFacts(jobsDb ?? db));
  app.addHook("onResponse", async (request, reply) => {
    if (request.raw.socket.remoteAddress === insider) return;
    const isFile = "file" in (request.routeOptions.config ?? {});
    metrics.countRequest(isFile ? "file" : request.pattern, reply.statusCode, reply.elapsedTime / 1000);
  });
  const expected = digest(`Bearer ${token}`);
  app.get("/metrics", { logLevel: "warn" }, async (request, reply) => {
    // from outside, through a balancer: for those it is not there, whatever the balancer's own rules say
    if (request.headers["x-forwarded-for"] !== undefined) throw new HttpError(404);
    if (!timingSafeEqual(digest(request.headers.authorization ?? ""), expected)) {
      reply.header("www-authenticate", "Bearer");
      throw new HttpError(401);
    }
    const [isDatabaseThere, stored] = await Promise.all([databaseAnswers(), facts()]);
    const pools = { requests: poolCounts(db), ...(jobsDb && { jobs: poolCounts(jobsDb) }) };
    const kinds = warnings.all().map(({ kind }) => kind);
    const measured = {
      isDatabaseThere,
      database: databaseFacts?.(),
      pools,
      callsUnderWay: app.callsUnderWay(),
      warnings: kinds,
    };
    return reply
      .type(metrics.contentType)
      .header("cache-control", "no-store")
      .send(await metrics.text(measured, stored));
  });
}

/** Of one length, whatever the text's. */
const digest = (text: string) => createHash("sha256").update(text).digest();
