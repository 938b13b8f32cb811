import { setTimeout as pause } from "node:timers/promises";
import type { WarningKind } from "#contract/staff/system.ts";
import type { Warnings } from "./warnings.ts";

/** Milliseconds until the next try: after a failure, doubled at each, at most as long as after a success. */
const usualWaits = { failed: 5000, worked: 600_000 };

/** A service that the library needs besides its database, and how to try it. It throws an error with a sentence for staff. */
export type Service = { kind: WarningKind; attempt: () => Promise<void> };

/**
 * Tries services in the background, from the start on: one that fails is a warning until it works. Returns a function that
 * stops it.
 */
export function keepTrying(services: readonly Service[], warnings: Warnings, waits = usualWaits): () => Promise<void> {
  const stopping = new AbortController();
  const ended = services.map((service) => keepTryingOne(service, { warnings, waits, stopping: stopping.signal }));
  return async () => {
    stopping.abort();
    await Promise.race([Promise.all(ended), pause(1000, undefined, { ref: false })]); // a try may hang until its limit
  };
}

async function keepTryingOne(
  { kind, attempt }: Service,
  { warnings, waits, stopping }: { warnings: Warnings; waits: typeof usualWaits; stopping: AbortSignal },
): Promise<void> {
  for (let failures = 0; !stopping.aborted;) {
    try {
      await attempt();
      failures = 0;
      warnings.clear(kind);
    } catch (error) {
      failures += 1;
      warnings.raise(kind, error instanceof Error ? error.message : String(error));
    }
    const wait = failures === 0 ? waits.worked : Math.min(waits.worked, waits.failed * 2 ** (failures - 1));
    await pause(wait, undefined, { signal: stopping, ref: false }).catch(() => undefined); // the loop looks why
  }
}
