import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { type Clock, systemClock } from "#server/platform/clock.ts";
import type { ConnectionSettings } from "#server/platform/connection/connection-settings.ts";
import { type Database, openDatabase } from "#server/platform/database.ts";
import { withSources } from "#server/platform/errors/source-places.ts";
import { type Job, type JobDefinition, LeaseLost, PutBack } from "#server/platform/jobs/job.ts";
import type { Log } from "#server/platform/log.ts";
import * as z from "zod";
import { importMessages } from "#contract/wire/messages.ts";
import { checkImport } from "./check-import.ts";
import { type ImportKinds, kindOf } from "./import-kind.ts";
import { importOf } from "./imports.queries.ts";
import { deleteRows } from "./rows.queries.ts";
import { saveImport } from "./save-import.ts";
import { failImport } from "./work.queries.ts";

/** The heap limit of an import process, in MB; a process that exceeds it ends, and the import fails. */
const heap = 128;
/** Its young generation, in MB: a smaller one causes more garbage collections, and a larger one wastes memory. */
const nursery = 4;
const connections = 5; // one writes, one adds search words, one reads ahead, and two report progress
const stopTimeoutMs = 5000; // until a process that doesn't stop is killed
const heartbeatMs = 5000;
const startTimeoutMs = 60_000; // until the first heartbeat, because a busy machine starts processes slowly

const settings = z.union([
  z.object({ connectionString: z.string(), file: z.string().exactOptional() }),
  z.object({
    host: z.string(),
    port: z.number(),
    user: z.string(),
    database: z.string(),
    password: z.string().exactOptional(),
  }),
]);
const task = z.object({
  connection: settings,
  job: z.object({
    kind: z.literal("import"),
    key: z.string(),
    lease: z.string(),
    leaseSeconds: z.number(),
    every: z.null(),
  }),
});
const result = z.enum(["alive", "done", "put back"]).or(z.object({ fault: z.string() }));
type Result = z.output<typeof result>;

type Parts = {
  connection: ConnectionSettings;
  log: Log;
  entry: string;
  execArgv?: readonly string[];
  /** ms without a heartbeat until a process is killed; default 30,000. */
  silence?: number;
};

/**
 * Runs an import in its own process, `entry`, so that it doesn't slow down requests. The process ends with this one,
 * even if this one is killed, and is killed when it goes silent.
 */
export function inOwnProcess({ execArgv = process.execArgv, silence = 30_000, connection, log, entry }: Parts) {
  return async ({ kind, key, lease, leaseSeconds, every, stopping }: Job): Promise<void> => {
    const child = fork(entry, [], {
      execArgv: [...execArgv, `--max-old-space-size=${heap}`, `--max-semi-space-size=${nursery}`],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    log.info({ importId: key, pid: child.pid }, "an import runs in a separate process");
    const ended = endOf(child);
    const stop = () => {
      send(child, "stop");
      setTimeout(() => child.kill("SIGKILL"), stopTimeoutMs).unref();
    };
    stopping.addEventListener("abort", stop, { once: true });
    const kill = () => child.kill("SIGKILL");
    let timer = setTimeout(kill, startTimeoutMs);
    child.on("message", () => {
      clearTimeout(timer);
      timer = setTimeout(kill, silence);
    });
    try {
      send(child, { connection, job: { kind, key, lease, leaseSeconds, every } });
      const outcome = await ended;
      if (outcome === "put back") throw new PutBack();
      if (outcome !== "done") throw new Error(`The process of import ${key} ended: ${outcome.fault}`);
    } finally {
      clearTimeout(timer);
      stopping.removeEventListener("abort", stop);
    }
  };
}

async function endOf(child: ChildProcess): Promise<Exclude<Result, "alive">> {
  let outcome: Exclude<Result, "alive"> | undefined;
  child.on("message", (message) => {
    const word = result.parse(message);
    if (word !== "alive") outcome = word;
  });
  const failed = once(child, "error").then(([error]) => ({ fault: String(error) }));
  const ended = once(child, "exit").then(([code, signal]) => outcome ?? { fault: String(signal ?? code) });
  return Promise.race([ended, failed]);
}

function send(child: ChildProcess, message: object | string): void {
  child.send(message, () => undefined); // a failure shows when the process ends
}

/** Runs in the child process: waits for its task, does it, reports the result, and exits. */
export async function runImportProcess(kinds: ImportKinds): Promise<void> {
  process.on("disconnect", () => process.exit(1)); // the parent has ended
  process.on("SIGINT", () => undefined); // Ctrl-C reaches both processes, and the parent decides when to stop
  const stopping = new AbortController();
  process.on("message", (message) => {
    if (message === "stop") stopping.abort();
  });
  const { connection, job } = task.parse(await new Promise((resolve) => process.once("message", resolve)));
  const report = (word: Result, then = () => {}) => process.send?.(word, then);
  report("alive");
  setInterval(() => report("alive"), heartbeatMs);
  const db = openDatabase({ connection, poolSize: connections });
  const outcome = await doWork({ db, clock: systemClock, kinds }, { ...job, stopping: stopping.signal }).then(
    (): Result => "done",
    (error: unknown): Result =>
      error instanceof LeaseLost || error instanceof PutBack || stopping.signal.aborted
        ? "put back"
        : { fault: describe(error) },
  );
  report(outcome, () => process.exit(0));
}

function describe(error: unknown): string {
  return error instanceof Error ? withSources(error.stack ?? error.message) : String(error);
}

/** Defines the job that checks or saves an import with `perform`, up to three times. */
export function importJob({
  db,
  clock,
  perform,
}: {
  db: Database;
  clock: Clock;
  perform: (job: Job) => Promise<void>;
}): JobDefinition {
  return {
    kind: "import",
    waits: [1, 1],
    run: async (job) => {
      try {
        await perform(job);
      } catch (error) {
        const importId = Number(job.key);
        // delete rows written before the worker noticed the cancellation
        if ((await importOf(db, importId))?.state === "canceled") await deleteRows(db, importId);
        throw error;
      }
    },
    whenDead: (tx, { key }) => failImport(tx, Number(key), importMessages.gaveUp, clock.now()),
  };
}

/** Checks or saves an import, depending on its state. Throws LeaseLost if it's no longer requested. */
export async function doWork(
  { db, clock, kinds }: { db: Database; clock: Clock; kinds: ImportKinds },
  job: Omit<Job, "payload" | "tries">,
): Promise<void> {
  const file = await importOf(db, Number(job.key));
  if (file?.state !== "checking" && file?.state !== "saving") throw new LeaseLost();
  const step = file.state === "checking" ? checkImport : saveImport;
  await step(db, clock, { work: { ...job, importId: file.import_id }, file, kind: kindOf(kinds, file.of) });
}
