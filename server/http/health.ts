import { statfs } from "node:fs/promises";
import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyInstance {
    /** Notes that something could not be stored because a disk is full: the library is not ready for a while. */
    noteFullDisk: () => void;
  }
}

const memory = 10_000; // ms for which a full disk keeps the library from being ready
const leastRoom = 16 * 1024 * 1024; // bytes: PostgreSQL's log grows by as much at once

/** `databaseAnswers` says so in less than a second; our own files, and an embedded database, are in `folder`. */
type Health = { databaseAnswers: () => Promise<boolean>; folder: string };

/** `/health/live`: the process answers. `/health/ready`: it can work, database and disk included. */
export function answerHealth(app: FastifyInstance, { databaseAnswers, folder }: Health): void {
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
    return reply.code(ready ? 200 : 503).send({ status: ready ? "ready" : "not ready" });
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
