import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import os from "node:os";
import path from "node:path";
import { HttpError } from "#server/refusals/http-error.ts";
import { projectRoot } from "#server/platform/project-root.ts";
import * as z from "zod";
import type { EncodedPicture } from "./re-encode.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import { Refusal } from "#server/refusals/refusal.ts";
import { concurrencyLimit } from "#server/platform/concurrency-limit.ts";
import { fileTypeFromBuffer } from "file-type";

/** The exit code of a picture process that exceeded its memory. */
export const tooMuch = 77;

/** How a process ends without enough memory: by itself, by the system, or in a failed allocation. */
const exhaustion = new Set<unknown>([tooMuch, "SIGKILL", "SIGABRT"]);
type ProcessEnd = { endedBy: unknown };

const extension = path.extname(import.meta.filename);
/** Next to this file, both in the source and in the build. */
const entry = path.join(import.meta.dirname, `picture-process${extension}`);
const execArgv = extension === ".ts" ? ["--import", path.join(projectRoot, "tools/typescript.mjs")] : [];

const startTimeoutMs = 60_000; // a busy machine is slow to start a process
const readTimeoutMs = 90_000; // the process itself gives up sooner, unless it hangs
const idleTimeoutMs = 5000; // ends an idle process to free its memory

const answer = z.union([
  z.string(),
  z.object({
    width: z.number(),
    height: z.number(),
    versions: z.array(z.object({ width: z.number(), content: z.instanceof(Uint8Array) })),
  }),
]);

/** Returns the memory for the process in bytes: a server with 512 MB needs the rest for itself. */
const maxMemory = () => Math.min(0.4 * memoryHere(), 1.5e9);

function memoryHere(): number {
  const constrained = process.constrainedMemory(); // 0 or huge without a limit
  return constrained > 0 ? Math.min(constrained, os.totalmem()) : os.totalmem();
}

/** `memory` is the maximum of the process, in bytes. */
type Settings = { memory?: number; onStart?: (pid: number) => void };
type Task = { bytes: Uint8Array; format: string };

/**
 * Reads pictures in a separate process, so that one that takes too much memory does not end the library. Starts the process
 * for the first picture, and ends it when idle. One picture at a time.
 */
export function pictureReader({ memory = maxMemory(), onStart = () => undefined }: Settings = {}) {
  let running: ChildProcess | undefined;
  let idleTimer: NodeJS.Timeout | undefined;

  const end = () => {
    running?.kill("SIGKILL");
    running = undefined;
  };

  const start = async () => {
    // without the library's settings, so that a picture that takes over its reader finds no secrets
    const { PATH, LD_LIBRARY_PATH, SystemRoot } = process.env;
    const child = fork(entry, [], {
      execArgv,
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
    const message = await nextMessage(child, startTimeoutMs);
    if (message !== "ready") throw new HttpError(503);
    return child;
  };

  /** Returns a picture, the message of a refusal, or "late", "crashed", or "too much". */
  return async ({ bytes, format }: Task): Promise<EncodedPicture | string> => {
    clearTimeout(idleTimer);
    try {
      const child = running ?? (await start());
      const pending = nextMessage(child, readTimeoutMs);
      child.send({ bytes, format, memory }, () => undefined); // a failure shows as the end of the process
      const result = await pending;
      if (typeof result === "string" || "versions" in result) return result;
      return exhaustion.has(result.endedBy) ? "too much" : "crashed";
    } catch (error) {
      end();
      throw error;
    } finally {
      idleTimer = setTimeout(end, idleTimeoutMs).unref();
    }
  };
}

/** Returns the next message of the process, or how it ended. Throws a 503 after `timeoutMs`. */
async function nextMessage(child: ChildProcess, timeoutMs: number): Promise<z.output<typeof answer> | ProcessEnd> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const timer = setTimeout(() => stopping.abort(), timeoutMs);
  child.channel?.ref();
  try {
    return await Promise.race([
      once(child, "message", { signal }).then(([message]) => answer.parse(message)),
      once(child, "exit", { signal }).then(([code, killedBy]): ProcessEnd => ({ endedBy: killedBy ?? code })),
    ]);
  } catch (error) {
    if (signal.aborted) throw new HttpError(503);
    throw error;
  } finally {
    clearTimeout(timer);
    stopping.abort();
    child.channel?.unref();
  }
}

/** Part of the stored name. Change it whenever the same bytes would be encoded differently. */
export const encoderVersion = "1";

/** The accepted formats: the extension from file-type, and the format sharp must report. */
const kinds = new Map(Object.entries({ jpg: "jpeg", png: "png", apng: "png", webp: "webp", gif: "gif", avif: "heif" }));

// one at a time, because decoding 50 million pixels can take hundreds of megabytes
const limit = concurrencyLimit({ max: 1, maxQueued: 16 });
const read = pictureReader();

/** Re-encodes a picture. Rejects other formats, and oversized or damaged pictures. */
export async function encodePicture(bytes: Uint8Array, readBy = read): Promise<EncodedPicture> {
  const format = kinds.get((await fileTypeFromBuffer(bytes).catch(() => undefined))?.ext ?? "");
  if (format === undefined) throw unusable(ownMessages.pictureKind);
  const result = await limit(() => readBy({ bytes, format }));
  if (typeof result !== "string") return result;
  if (result === "late") throw new HttpError(503);
  throw unusable(sentences[result] ?? result);
}

const sentences: Record<string, string> = {
  "too much": ownMessages.pictureTakesTooMuch,
  crashed: ownMessages.pictureDamaged,
};
const unusable = (sentence: string) => new Refusal({ kind: "unusable-file" }, { sentence });
