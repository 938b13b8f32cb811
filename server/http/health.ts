import { statfs } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import type { Instance } from "#server/platform/instances/instances.queries.ts";
import type { Warnings } from "#server/platform/instances/warnings.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Notes that something could not be stored because a disk is full: the library is not ready for a while. */
    noteFullDisk: () => void;
  }
}

const memory = 10_000; // ms for which a full disk keeps the library from being ready
const leastRoom = 16 * 1024 * 1024; // bytes: PostgreSQL's log grows by as much at once

type Health = {
  /** Says so in less than a second. */
  databaseAnswers: () => Promise<boolean>;
  /** Our own files, and an embedded database, are in it. */
  folder: string;
  instance: Pick<Instance, "version" | "commit">;
  warnings: Pick<Warnings, "has">;
};

/**
 * `/health/live`: the process answers. `/health/ready`: it can work, database and disk included. Without the storage of
 * pictures or the mail server it works, and says that they are missing.
 */
export function answerHealth(app: FastifyInstance, { databaseAnswers, folder, instance, warnings }: Health): void {
  let fullAt = -Infinity;
  app.decorate("noteFullDisk", () => {
    fullAt = performance.now();
  });
  const isReady = async () =>
    (await databaseAnswers()) && performance.now() - fullAt > memory && (await hasRoom(folder));

  const quietly = { logLevel: "warn", config: { rateLimit: false } } as const;
  app.get("/health/live", quietly, async () => ({ status: "live" }));
  app.get("/health/ready", quietly, async (_request, reply) => {
    const ready = await isReady();
    const missing = (["storage", "mail"] as const).filter((kind) => warnings.has(kind));
    const { version, commit } = instance;
    return reply
      .code(ready ? 200 : 503)
      .send({ status: ready ? "ready" : "not ready", version, commit, ...(missing.length > 0 && { missing }) });
  });
}

async function hasRoom(folder: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize >= leastRoom;
  } catch {
    return true; // not there yet, or a system that does not tell
  }
}
