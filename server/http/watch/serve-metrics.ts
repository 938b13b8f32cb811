import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { internalAddress } from "#server/http/pages/send-page.ts";
import { isFile } from "./log-requests.ts";
import { HttpError } from "#server/refusals/http-error.ts";
import type { DatabaseFacts } from "#server/platform/connection/watch-database.ts";
import { type Database, poolCounts } from "#server/platform/database.ts";
import { cachedFacts, libraryMetrics } from "#server/platform/metrics/library-metrics.ts";
import { libraryFacts } from "#server/platform/metrics/library-facts.queries.ts";
import { placesWrittenTo, spaceIn } from "#server/platform/setup/disk-space.ts";
import type { Release } from "#server/platform/release.ts";
import type { Warnings } from "#server/platform/setup/warnings.ts";

type Parts = {
  db: Database;
  /** The jobs' database: its own connections can read facts while requests use up the others. */
  jobsDb?: Database | undefined;
  databaseAnswers: () => Promise<boolean>;
  databaseFacts?: (() => DatabaseFacts) | undefined;
  configuration: Parameters<typeof placesWrittenTo>[0];
  release: Release;
  warnings: Pick<Warnings, "all">;
};

/**
 * Serves `/metrics` in the text format of Prometheus to requests with the token; measures nothing if none is set. Our own
 * requests for rendering a page count as part of the page.
 */
export function serveMetrics(app: FastifyInstance, token: string | undefined, parts: Parts): void {
  if (token === undefined) return;
  const { db, jobsDb, databaseAnswers, databaseFacts, release, warnings } = parts;
  const places = placesWrittenTo(parts.configuration);
  const metrics = libraryMetrics(release);
  const facts = cachedFacts(() => libraryFacts(jobsDb ?? db));
  app.addHook("onResponse", async (request, reply) => {
    if (request.raw.socket.remoteAddress === internalAddress) return;
    metrics.countRequest(isFile(request) ? "file" : request.pattern, reply.statusCode, reply.elapsedTime / 1000);
  });
  const expected = digest(`Bearer ${token}`);
  app.get("/metrics", { logLevel: "warn" }, async (request, reply) => {
    // invisible from outside, whatever the load balancer's rules are
    if (request.headers["x-forwarded-for"] !== undefined) throw new HttpError(404);
    if (!timingSafeEqual(digest(request.headers.authorization ?? ""), expected)) {
      reply.header("www-authenticate", "Bearer");
      throw new HttpError(401);
    }
    const [isDatabaseUp, storedFacts, ...spaces] = await Promise.all([
      databaseAnswers(),
      facts(),
      ...places.map(async ({ setting, folder }) => ({ setting, ...(await spaceIn(folder)) })),
    ]);
    const pools = { requests: poolCounts(db), ...(jobsDb && { jobs: poolCounts(jobsDb) }) };
    const kinds = warnings.all().map(({ kind }) => kind);
    const readings = {
      isDatabaseUp,
      database: databaseFacts?.(),
      pools,
      callsInProgress: app.callsInProgress(),
      disks: spaces.flatMap(({ setting, free, size }) =>
        free === undefined || size === undefined ? [] : [{ setting, free, size }],
      ),
      warnings: kinds,
    };
    return reply
      .type(metrics.contentType)
      .header("cache-control", "no-store")
      .send(await metrics.text(readings, storedFacts));
  });
}

/** Returns a digest, so that tokens of any length can be compared in constant time. */
const digest = (text: string) => createHash("sha256").update(text).digest();
