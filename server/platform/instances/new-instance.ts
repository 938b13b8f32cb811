import { randomUUID } from "node:crypto";
import os from "node:os";
import type { Instance } from "./instances.queries.ts";
import { readRelease } from "./release.ts";

/** This process, as it tells others; `files` is what `filePlace()` says. */
export function newInstance(files = ""): Instance {
  return { id: randomUUID(), host: os.hostname(), ...readRelease(), files };
}
