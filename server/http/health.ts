import { statfs } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Release } from "#server/platform/release.ts";
import type { Warnings } from "#server/platform/setup/setup-checks.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Notes that something could not be stored because a disk is full: the library is not ready for a while. */
    noteFullDisk: () => void;
    /** From now on `/health/ready` says "leaving", and every connection ends with its answer. */
    leave: () => void;
  }
}

/** What `/health/ready` says, and what `status` goes with it: a balancer sends its requests elsewhere for a 503. */
const answers = {
  ready: 200,
  // still the best place for a request: one instance less makes the others busier
  busy: 200,
  leaving: 503,
  "database away": 503,
  "disk full": 503,
} as const;

/** The same, of a library that does not work yet. */
export type Beginning = "starting" | "migrating";

const memory = 10_000; // ms for which a full disk keeps the library from being ready
// ms before the end of the wait that the library says so, as a balancer takes a while to see it: until then it is as ready as any other
const notice = 3000;
const askedFor = 500; // ms: a folder of a network that hangs must not keep the answer waiting
const leastRoom = 16 * 1024 * 1024; // bytes: PostgreSQL's log grows by as much at once

type Health = {
  /** Says in less than a second whether the database answers. */
  databaseAnswers: () => Promise<boolean>;
  /** Our own files, and an embedded database, are in it. */
  folder: string;
  roomIn?: (folder: string) => Promise<boolean>;
  release: Release;
  warnings: Pick<Warnings, "has">;
  isBusy?: () => boolean;
  /** ms for which requests wait for a database that is away. */
  patience?: number;
};

/**
 * `/health/live`: the process answers. `/health/ready`: it can work, and if not, why. Without the storage of pictures or the
 * mail server it works, and says that they are missing; likewise with a stock that is not what its rows say.
 */
export function answerHealth(app: FastifyInstance, health: Health): void {
  const { databaseAnswers, release, warnings, isBusy = () => false, patience = 8000 } = health;
  const hasRoom = onceInTime(() => (health.roomIn ?? roomIn)(health.folder));
  const waitedOut = Math.max(patience - notice, patience / 2);
  let fullAt = -Infinity;
  let awaySince: number | undefined;
  let isLeaving = false;
  app.decorate("noteFullDisk", () => {
    fullAt = performance.now();
  });
  app.decorate("leave", () => {
    isLeaving = true;
  });
  app.addHook("onRequest", async (_request, reply) => {
    if (isLeaving) reply.header("connection", "close");
  });
  const look = async (): Promise<keyof typeof answers> => {
    if (isLeaving) return "leaving";
    awaySince = (await databaseAnswers()) ? undefined : (awaySince ?? performance.now());
    if (awaySince !== undefined && performance.now() - awaySince >= waitedOut) return "database away";
    if (performance.now() - fullAt <= memory || !(await hasRoom())) return "disk full";
    return isBusy() ? "busy" : "ready";
  };

  const quietly = { logLevel: "warn", config: { rateLimit: false } } as const;
  app.get("/health/live", quietly, async () => ({ status: "live" }));
  app.get("/health/ready", quietly, async (_request, reply) => {
    const status = await look();
    const missing = (["storage", "mail"] as const).filter((kind) => warnings.has(kind));
    const wrong = warnings.has("stock") && { wrong: ["stock"] };
    return reply.code(answers[status]).send({ status, ...release, ...(missing.length > 0 && { missing }), ...wrong });
  });
}

/** One look at a time, as each that hangs keeps a thread; who would wait for it longer goes on with a yes. */
function onceInTime(look: () => Promise<boolean>): () => Promise<boolean> {
  let looking: Promise<boolean> | undefined;
  return async () => {
    looking ??= look().finally(() => (looking = undefined));
    return Promise.race([looking, delay(askedFor, true, { ref: false })]);
  };
}

async function roomIn(folder: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize >= leastRoom;
  } catch {
    return true; // not there yet, or a system that does not tell
  }
}
