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

/** The exit code of a picture process that was about to take more memory than it may. */
export const tooMuch = 77;

/** How a process ends for want of memory: by itself, by the system, and where an allocation failed. */
const exhaustion = new Set<unknown>([tooMuch, "SIGKILL", "SIGABRT"]);
type Ended = { endedBy: unknown };

const extension = path.extname(import.meta.filename);
/** Beside this file, both as a source and in the build. */
const entry = path.join(import.meta.dirname, `picture-process${extension}`);
const execArgv = extension === ".ts" ? ["--import", path.join(projectRoot, "tools/typescript.mjs")] : [];

const startLimit = 60_000; // ms: a busy machine takes its time to start a process
const patience = 90_000; // ms for a picture; its process gives up sooner, unless it hangs
const idleFor = 5000; // ms until a process that has nothing to do is ended, and its memory gone

const answer = z.union([
  z.string(),
  z.object({
    width: z.number(),
    height: z.number(),
    versions: z.array(z.object({ width: z.number(), content: z.instanceof(Uint8Array) })),
  }),
]);

/** Of what this machine or its container has, in bytes: a library of 512 MB needs the rest for itself. */
const maxMemory = () => Math.min(0.4 * memoryHere(), 1.5e9);

function memoryHere(): number {
  const constrained = process.constrainedMemory(); // 0, or astronomical, without a limit
  return constrained > 0 ? Math.min(constrained, os.totalmem()) : os.totalmem();
}

/** `memory` is what its process may take, in bytes. */
type Settings = { memory?: number; onStart?: (pid: number) => void };
type Task = { bytes: Uint8Array; format: string };

/**
 * Reads pictures in a process of its own, so that one that takes too much memory ends that process, not the library. It is
 * started for the first picture and ended when no other comes. One picture at a time.
 */
export function pictureReader({ memory = maxMemory(), onStart = () => undefined }: Settings = {}) {
  let running: ChildProcess | undefined;
  let rest: NodeJS.Timeout | undefined;

  const end = () => {
    running?.kill("SIGKILL");
    running = undefined;
  };

  const started = async () => {
    // without the settings of the library: a picture that takes its reader over finds no secret
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
    const said = await nextWord(child, startLimit);
    if (said !== "ready") throw new HttpError(503);
    return child;
  };

  /** A picture; or the sentence of why not, or "late", "crashed", or "too much" for this much memory. */
  return async ({ bytes, format }: Task): Promise<EncodedPicture | string> => {
    clearTimeout(rest);
    try {
      const child = running ?? (await started());
      const waiting = nextWord(child, patience);
      child.send({ bytes, format, memory }, () => undefined); // the end of a process reports it
      const word = await waiting;
      if (typeof word === "string" || "versions" in word) return word;
      return exhaustion.has(word.endedBy) ? "too much" : "crashed";
    } catch (error) {
      end();
      throw error;
    } finally {
      rest = setTimeout(end, idleFor).unref();
    }
  };
}

/** What the process says next, or "ended" how. Takes at most `limit` ms. */
async function nextWord(child: ChildProcess, limit: number): Promise<z.output<typeof answer> | Ended> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const timer = setTimeout(() => stopping.abort(), limit);
  child.channel?.ref();
  try {
    return await Promise.race([
      once(child, "message", { signal }).then(([word]) => answer.parse(word)),
      once(child, "exit", { signal }).then(([code, killedBy]): Ended => ({ endedBy: killedBy ?? code })),
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

/** Changes whenever the same bytes would be encoded differently: it is part of the stored name. */
export const encoderVersion = "1";

/** The accepted formats: file-type's name, and the format sharp must report. */
const kinds = new Map(Object.entries({ jpg: "jpeg", png: "png", apng: "png", webp: "webp", gif: "gif", avif: "heif" }));

// A picture of 50 million pixels can take hundreds of megabytes to decode: one at a time.
const desk = concurrencyLimit({ atOnce: 1, queue: 16 });
const read = pictureReader();

/** Re-encodes a picture. Other formats, oversized, or damaged pictures are refused with their sentences. */
export async function encodePicture(bytes: Uint8Array, readBy = read): Promise<EncodedPicture> {
  const format = kinds.get((await fileTypeFromBuffer(bytes).catch(() => undefined))?.ext ?? "");
  if (format === undefined) throw unusable(ownMessages.pictureKind);
  const result = await desk(() => readBy({ bytes, format }));
  if (typeof result !== "string") return result;
  if (result === "late") throw new HttpError(503);
  throw unusable(sentences[result] ?? result);
}

const sentences: Record<string, string> = {
  "too much": ownMessages.pictureTakesTooMuch,
  crashed: ownMessages.pictureDamaged,
};
const unusable = (sentence: string) => new Refusal({ kind: "unusable-file" }, { sentence });
