import type { FastifyInstance } from "fastify";
import type { DatabaseFacts } from "#server/platform/connection/watch-database.ts";
import type { Release } from "#server/platform/release.ts";
import type { Warnings } from "#server/platform/setup/warnings.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Records that a disk is full: the library is not ready for a while. Returns whether it was ready until now. */
    noteFullDisk: () => boolean;
    /** Makes `/health/ready` say "shutting down" and closes every connection after its answer. */
    leave: () => void;
  }
}

/** The answers of `/health/ready`, with their HTTP status: on a 503, a balancer sends its requests elsewhere. */
const answers = {
  ready: 200,
  // taking this instance out would only make the others busier
  busy: 200,
  "shutting down": 503,
  "database unreachable": 503,
  "disk full": 503,
} as const;

/** The status in `/health/ready` before the application can answer. */
export type StartupStatus = "starting" | "migrating";

const fullDiskMs = 10_000; // how long the library is not ready after a write to a full disk failed
// reported this long before requests stop waiting, because a balancer takes a while to notice
const noticeMs = 3000;

type Health = {
  /** Reports within a second whether the database answers. */
  databaseAnswers: () => Promise<boolean>;
  databaseFacts?: (() => Pick<DatabaseFacts, "isRefused" | "awaySince">) | undefined;
  release: Release;
  warnings: Pick<Warnings, "has">;
  isBusy?: () => boolean;
  /** How long requests wait for a database that is away, in ms. */
  databaseWaitMs?: number;
};

/**
 * Serves `/health/live` (the process answers) and `/health/ready` (it can work, or why not). Reports a missing file store
 * or mail server, and wrong stock counts, but stays ready.
 */
export function answerHealth(app: FastifyInstance, health: Health): void {
  const { databaseAnswers, release, warnings, isBusy = () => false, databaseWaitMs = 8000 } = health;
  const awayAfter = Math.max(databaseWaitMs - noticeMs, databaseWaitMs / 2);
  let fullAt = -Infinity;
  let awaySince: number | undefined;
  let isLeaving = false;
  const isFull = () => performance.now() - fullAt <= fullDiskMs;
  app.decorate("noteFullDisk", () => {
    const isNew = !isFull();
    fullAt = performance.now();
    return isNew;
  });
  app.decorate("leave", () => {
    isLeaving = true;
  });
  app.addHook("onRequest", async (_request, reply) => {
    if (isLeaving) reply.header("connection", "close");
  });
  const currentStatus = async (): Promise<keyof typeof answers> => {
    if (isLeaving) return "shutting down";
    const isThere = await databaseAnswers();
    const facts = health.databaseFacts?.();
    // jobs and requests may have noticed long before the first probe
    awaySince = isThere ? undefined : (awaySince ?? facts?.awaySince ?? performance.now());
    const isAway = awaySince !== undefined && performance.now() - awaySince >= awayAfter;
    if (isAway || facts?.isRefused) return "database unreachable"; // a refusal won't end as soon as a failover
    if (isFull()) return "disk full";
    return isBusy() ? "busy" : "ready";
  };

  const options = { logLevel: "warn", config: { rateLimit: false } } as const;
  app.get("/health/live", options, async () => ({ status: "live" }));
  app.get("/health/ready", options, async (_request, reply) => {
    const status = await currentStatus();
    const missing = (["storage", "mail"] as const).filter((kind) => warnings.has(kind));
    const wrong = warnings.has("stock") && { wrong: ["stock"] };
    return reply.code(answers[status]).send({ status, ...release, ...(missing.length > 0 && { missing }), ...wrong });
  });
}
