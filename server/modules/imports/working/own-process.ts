import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { systemClock } from "#server/platform/clock.ts";
import type { ConnectionSettings } from "#server/platform/connection/connection-pool.ts";
import { type Database, openDatabase } from "#server/platform/database.ts";
import type { Log } from "#server/platform/log.ts";
import * as z from "zod";
import { WorkLost } from "../check-import.ts";
import { doWork } from "./do-work.ts";
import { isKept, type Work } from "./work.queries.ts";

/** The most that a process of an import may keep in its heap, in MB: beyond it the process ends, and the import fails. */
const heap = 128;
/** What is young in it, in MB: smaller costs more turns of the collector, larger is memory that only waits for it. */
const nursery = 4;
const connections = 5; // one writes, one teaches words, one reads ahead, and two say how far it is
const patience = 5000; // ms until a process that was asked to stop is ended

const settings = z.union([
  z.object({ connectionString: z.string() }),
  z.object({
    host: z.string(),
    port: z.number(),
    user: z.string(),
    database: z.string(),
    password: z.string().exactOptional(),
  }),
]);
const errand = z.object({
  connection: settings,
  work: z.object({ importId: z.number(), worker: z.string(), state: z.enum(["checking", "saving"]) }),
});
const result = z.enum(["done", "lost"]).or(z.object({ fault: z.string() }));
type Result = z.output<typeof result>;

type Parts = {
  db: Database;
  connection: ConnectionSettings;
  log: Log;
  /** The file that the process runs. */
  entry: string;
  execArgv?: readonly string[];
  /** ms between two looks at whether a process still says something; default 10,000. */
  lookEvery?: number;
};

/**
 * Has a piece of work done by a process of its own, `entry`: what it needs of processor and memory, nobody who asks for
 * a page waits for. It ends when this process does, however that ends; and is ended when nothing is heard of it.
 */
export function inOwnProcess({ execArgv = process.execArgv, lookEvery = 10_000, ...parts }: Parts) {
  const { db, connection, log, entry } = parts;
  return async (work: Work): Promise<void> => {
    const { importId, worker, state, stopping } = work;
    const child = fork(entry, [], {
      execArgv: [...execArgv, `--max-old-space-size=${heap}`, `--max-semi-space-size=${nursery}`],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    log.info({ importId, state, pid: child.pid }, "an import is worked on by a process of its own");
    const ended = endOf(child);
    const stop = () => {
      tell(child, "stop");
      setTimeout(() => child.kill("SIGKILL"), patience).unref();
    };
    stopping?.addEventListener("abort", stop, { once: true });
    const timer = setInterval(() => void endIfSilent(db, work, child), lookEvery);
    try {
      tell(child, { connection, work: { importId, worker, state } });
      const said = await ended;
      if (said === "lost") throw new WorkLost();
      if (said !== "done") throw new Error(`The process of import ${importId} ended: ${said.fault}`);
    } finally {
      clearInterval(timer);
      stopping?.removeEventListener("abort", stop);
    }
  };
}

/** What a process said last before it ended. */
async function endOf(child: ChildProcess): Promise<Result> {
  let said: Result | undefined;
  child.on("message", (message) => (said = result.parse(message)));
  const failed = once(child, "error").then(([error]): Result => ({ fault: String(error) }));
  const ended = once(child, "exit").then(([code, signal]): Result => said ?? { fault: String(signal ?? code) });
  return Promise.race([ended, failed]);
}

function tell(child: ChildProcess, message: object | string): void {
  child.send(message, () => undefined); // one that has ended is heard of by its end
}

async function endIfSilent(db: Database, work: Work, child: ChildProcess): Promise<void> {
  // while the database is away nobody can say anything
  const isSilent = !(await isKept(db, work).catch(() => true));
  if (isSilent) child.kill("SIGKILL");
}

/** What such a process does: waits for its errand, does it, says how it went, and ends. */
export async function runErrand(): Promise<void> {
  process.on("disconnect", () => process.exit(1)); // whoever wanted it is gone
  process.on("SIGINT", () => undefined); // Ctrl-C reaches both: the one that wanted it says when to stop
  const stopping = new AbortController();
  process.on("message", (message) => {
    if (message === "stop") stopping.abort();
  });
  const { connection, work } = errand.parse(await new Promise((resolve) => process.once("message", resolve)));
  const db = openDatabase({ connection, poolSize: connections });
  const said = await doWork(db, systemClock, { ...work, stopping: stopping.signal }).then(
    (): Result => "done",
    (error: unknown): Result => (error instanceof WorkLost ? "lost" : { fault: describe(error) }),
  );
  process.send?.(said, () => process.exit(0));
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
