import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import os from "node:os";
import path from "node:path";
import { ownMessages } from "#contract/wire/messages.ts";
import { concurrencyLimit } from "#server/platform/concurrency-limit.ts";
import { projectRoot } from "#server/platform/project-root.ts";
import { HttpError } from "#server/refusals/http-error.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import * as z from "zod";

/** The exit code of a process that ran out of memory. */
export const tooMuch = 77;

/** How a process ends when it runs out of memory: by itself, killed by the system, or in a failed allocation. */
const exhaustion = new Set<unknown>([tooMuch, "SIGKILL", "SIGABRT"]);

const extension = path.extname(import.meta.filename);
const entry = path.join(import.meta.dirname, `reader-process${extension}`);
const typescript = extension === ".ts" ? ["--import", path.join(projectRoot, "tools/typescript.mjs")] : [];

const maxHeap = 256; // MB of JavaScript; pictures are outside this heap
const startTimeoutMs = 60_000; // a busy machine is slow to start a process
const idleTimeoutMs = 5000; // ends an idle process to free its memory
const maxQueued = 16;

const answer = z.union([z.literal("ready"), z.object({ result: z.unknown() }), z.object({ refusal: z.string() })]);
type Answer = z.output<typeof answer> | "late" | { endedBy: unknown };

/** Returns the memory for the process in bytes: a server with 512 MB needs the rest for itself. */
const maxMemory = () => Math.min(0.4 * memoryHere(), 1.5e9);

function memoryHere(): number {
  const constrained = process.constrainedMemory(); // 0 or huge without a limit
  return constrained > 0 ? Math.min(constrained, os.totalmem()) : os.totalmem();
}

/** A file, and how to read it. */
export type Reading<Result> = {
  /** The path, without extension, of the module whose `read` gets the input. The build has it as an entry. */
  reader: string;
  input: { bytes: Uint8Array } & Record<string, unknown>;
  result: z.core.$ZodType<Result>;
  maxSeconds: number;
  /** For files that need too much memory, and files that end the process. */
  sentences?: { tooMuch: string; crashed: string };
};

/** `memory` is the maximum of the process, in bytes. */
type Settings = { memory?: number; onStart?: (pid: number) => void };

/**
 * Reads uploaded files in a separate process, so that a file that takes too long or too much memory neither delays nor
 * ends the library. Starts the process for the first file, and ends it when idle. Reads one file at a time.
 */
export function fileReader({ memory = maxMemory(), onStart = () => undefined }: Settings = {}) {
  const limit = concurrencyLimit({ max: 1, maxQueued });
  let running: ChildProcess | undefined;
  let idleTimer: NodeJS.Timeout | undefined;

  const end = () => {
    running?.kill("SIGKILL");
    running = undefined;
  };

  const start = async () => {
    // without the library's settings, so that a file that takes over its reader finds no secrets
    const { PATH, LD_LIBRARY_PATH, SystemRoot } = process.env;
    const child = fork(entry, [], {
      execArgv: [...typescript, `--max-old-space-size=${maxHeap}`],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      env: { PATH, LD_LIBRARY_PATH, SystemRoot },
    });
    child.unref();
    child.once("exit", () => {
      if (running === child) running = undefined;
    });
    running = child;
    onStart(child.pid ?? 0);
    if ((await nextAnswer(child, startTimeoutMs)) === "ready") return child;
    end();
    throw new HttpError(503);
  };

  const ask = async ({ reader, input, maxSeconds }: Reading<unknown>): Promise<Answer> => {
    clearTimeout(idleTimer);
    try {
      const child = running ?? (await start());
      const pending = nextAnswer(child, maxSeconds * 1000);
      // a failure to send shows as the end of the process
      child.send({ reader: reader + extension, input, memory }, () => undefined);
      const result = await pending;
      if (result === "late") end();
      return result;
    } catch (error) {
      end();
      throw error;
    } finally {
      idleTimer = setTimeout(end, idleTimeoutMs).unref();
    }
  };

  return async <Result>(reading: Reading<Result>): Promise<Result> => {
    const outcome = await limit(() => ask(reading));
    if (outcome === "late") throw unusable(ownMessages.fileTakesTooLong);
    if (outcome === "ready") throw new HttpError(503);
    if ("result" in outcome) return z.parse(reading.result, outcome.result);
    if ("refusal" in outcome) throw unusable(outcome.refusal);
    const sentences = reading.sentences ?? { tooMuch: ownMessages.fileTakesTooMuch, crashed: ownMessages.fileDamaged };
    throw unusable(exhaustion.has(outcome.endedBy) ? sentences.tooMuch : sentences.crashed);
  };
}

const unusable = (sentence: string) => new Refusal({ kind: "unusable-file" }, { sentence });

/** Returns the next answer of the process, how it ended, or "late" after `timeoutMs`. */
async function nextAnswer(child: ChildProcess, timeoutMs: number): Promise<Answer> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const timer = setTimeout(() => stopping.abort(), timeoutMs);
  child.channel?.ref();
  try {
    return await Promise.race([
      once(child, "message", { signal }).then(([message]) => answer.parse(message)),
      once(child, "exit", { signal }).then(([code, killedBy]): Answer => ({ endedBy: killedBy ?? code })),
    ]);
  } catch (error) {
    if (signal.aborted) return "late";
    throw error;
  } finally {
    clearTimeout(timer);
    stopping.abort();
    child.channel?.unref();
  }
}

/** Reads a file in the one process of this library. Throws a refusal for a file that can't be read within the limits. */
export const readInOwnProcess = fileReader();
