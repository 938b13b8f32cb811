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

/** How a process ends when it runs out of memory: ended by its watch or the system, or in a failed allocation. */
const exhaustion = new Set<unknown>(["SIGKILL", "SIGABRT"]);

const extension = path.extname(import.meta.filename);
const entry = path.join(import.meta.dirname, `worker-process${extension}`);
const typescript = extension === ".ts" ? ["--import", path.join(projectRoot, "tools/typescript.mjs")] : [];

const maxHeap = 256; // MB of JavaScript; pictures and fonts are outside this heap
const startTimeoutMs = 60_000; // a busy machine is slow to start a process
const maxQueued = 16;

const answer = z.union([
  z.literal("ready"),
  z.object({ result: z.unknown() }),
  z.object({ refusal: z.string() }),
  z.object({ fault: z.object({ name: z.string(), frames: z.string() }) }),
]);
type Answer = z.output<typeof answer> | "late" | { endedBy: unknown };

/** Returns the memory for a process in bytes: a server with 512 MB needs the rest for itself. */
const maxMemory = () => Math.min(0.4 * memoryHere(), 1.5e9);

function memoryHere(): number {
  const constrained = process.constrainedMemory(); // 0 or huge without a limit
  return constrained > 0 ? Math.min(constrained, os.totalmem()) : os.totalmem();
}

/** Sentences for work that exceeds a limit, and for work that crashes the process. */
type Sentences = { tooLong: string; tooMuch: string; crashed: string };

export type Work<Result> = {
  /** The path, without extension, of the module whose `run` gets the input. The build has it as an entry. */
  module: string;
  /** Plain data. */
  input: unknown;
  result: z.core.$ZodType<Result>;
  maxSeconds: number;
  sentences?: Partial<Sentences>;
  /** Aborted when nobody waits for the result any longer. */
  signal?: AbortSignal;
};

type Kind = {
  refusal: { kind: "unusable-file" | "invalid" };
  sentences: Sentences;
  /** How long each process stays idle before it ends, in ms. The first free one gets the work. */
  idleTimeouts: readonly number[];
  /** How long work may wait its turn, in ms. */
  queueTimeout?: number;
};

/** `memory` is the maximum of a process, in bytes. */
type Settings = { memory?: number; onStart?: (pid: number) => void };

/** Runs work in separate processes, so that too much time or memory neither delays nor ends the library. */
function worker(
  { refusal, sentences, idleTimeouts, queueTimeout }: Kind,
  { memory = maxMemory(), onStart = () => undefined }: Settings,
) {
  const processes = idleTimeouts.map((idleTimeoutMs) => workerProcess({ idleTimeoutMs, memory, onStart }));
  const limit = concurrencyLimit({
    max: processes.length,
    maxQueued,
    ...(queueTimeout && { timeoutMs: queueTimeout }),
  });
  return async <Result>(work: Work<Result>): Promise<Result> => {
    const refuse = (sentence: keyof Sentences, cause?: Error) =>
      new Refusal(refusal, { sentence: work.sentences?.[sentence] ?? sentences[sentence], ...(cause && { cause }) });
    const outcome = await limit(async () => processes.find(({ isBusy }) => !isBusy())?.ask(work));
    if (outcome === undefined || outcome === "ready") throw new HttpError(503);
    if (outcome === "late") throw refuse("tooLong");
    if ("result" in outcome) return z.parse(work.result, outcome.result);
    if ("refusal" in outcome) throw new Refusal(refusal, { sentence: outcome.refusal });
    if ("endedBy" in outcome && exhaustion.has(outcome.endedBy)) throw refuse("tooMuch");
    throw refuse("crashed", new WorkerFault(path.basename(work.module), outcome));
  };
}

/** A fault in our code or a package, for the log. Names the work, and reveals nothing of its input. */
class WorkerFault extends Error {
  override name = "WorkerFault";

  constructor(module: string, outcome: { endedBy: unknown } | { fault: { name: string; frames: string } }) {
    const [how, frames] = "fault" in outcome ? [outcome.fault.name, outcome.fault.frames] : [outcome.endedBy, ""];
    super(`The process for ${module} crashed (${String(how)}).`);
    this.stack = `${this.name}: ${this.message}\n${frames}`;
  }
}

/** A process that starts with its first piece of work, does one after another, and ends when idle to free its memory. */
function workerProcess({ idleTimeoutMs, memory, onStart }: Required<Settings> & { idleTimeoutMs: number }) {
  let running: ChildProcess | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let isBusy = false;

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

  const ask = async ({ module, input, maxSeconds, signal }: Work<unknown>): Promise<Answer> => {
    signal?.throwIfAborted();
    isBusy = true;
    clearTimeout(idleTimer);
    try {
      const child = running ?? (await start());
      const pending = nextAnswer(child, maxSeconds * 1000, signal);
      // a failure to send shows as the end of the process
      child.send({ module: module + extension, input, memory }, () => undefined);
      const result = await pending;
      if (result === "late" || (result !== "ready" && "fault" in result)) end();
      return result;
    } catch (error) {
      end();
      throw error;
    } finally {
      isBusy = false;
      idleTimer = setTimeout(end, idleTimeoutMs).unref();
    }
  };
  return { ask, isBusy: () => isBusy };
}

/** Returns the next answer of the process, how it ended, or "late" after `timeoutMs`. */
async function nextAnswer(child: ChildProcess, timeoutMs: number, abandoned?: AbortSignal): Promise<Answer> {
  const stopping = new AbortController();
  const signal = AbortSignal.any([stopping.signal, ...(abandoned ? [abandoned] : [])]);
  const timer = setTimeout(() => stopping.abort(), timeoutMs);
  child.channel?.ref();
  try {
    return await Promise.race([
      once(child, "message", { signal }).then(([message]) => answer.parse(message)),
      once(child, "exit", { signal }).then(([code, killedBy]): Answer => ({ endedBy: killedBy ?? code })),
    ]);
  } catch (error) {
    abandoned?.throwIfAborted();
    if (stopping.signal.aborted) return "late";
    throw error;
  } finally {
    clearTimeout(timer);
    stopping.abort();
    child.channel?.unref();
  }
}

/** Reads uploaded files. A file that can't be read within the limits is refused. */
export const fileReader = (settings: Settings = {}) =>
  worker(
    {
      refusal: { kind: "unusable-file" },
      sentences: {
        tooLong: ownMessages.fileTakesTooLong,
        tooMuch: ownMessages.fileTakesTooMuch,
        crashed: ownMessages.fileNotRead,
      },
      idleTimeouts: [5000],
    },
    settings,
  );

/** Draws PDFs. Separate from the reader, which a file could take over or keep busy (decision 014). */
export const pdfDrawer = (settings: Settings = {}) =>
  worker(
    {
      refusal: { kind: "invalid" },
      sentences: {
        tooLong: ownMessages.pdfTakesTooLong,
        tooMuch: ownMessages.pdfTakesTooMuch,
        crashed: ownMessages.pdfFailed,
      },
      // a clerk at the desk prints every few minutes; the second process is for a label while another clerk prints 2,000
      idleTimeouts: [300_000, 5000],
      queueTimeout: 30_000,
    },
    settings,
  );

export const readInOwnProcess = fileReader();

export const drawInOwnProcess = pdfDrawer();
