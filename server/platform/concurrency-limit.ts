import { HttpError } from "#server/refusals/http-error.ts";

/** Up to `max` pieces of work run, and up to `maxQueued` wait for at most `timeoutMs`. */
type Bounds = { max: number; maxQueued: number; timeoutMs?: number };

/** Limits concurrent work; a full queue or too long a wait throws 503. */
export function concurrencyLimit({ max, maxQueued, timeoutMs }: Bounds) {
  let running = 0;
  const waiting: (() => void)[] = [];

  const wait = () =>
    new Promise<void>((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer);
        resolve();
      };
      const giveUp = () => {
        waiting.splice(waiting.indexOf(enter), 1);
        reject(new HttpError(503));
      };
      const timer = timeoutMs === undefined ? undefined : setTimeout(giveUp, timeoutMs);
      waiting.push(enter);
    });

  /** Claims a slot; returns an idempotent function that releases it. */
  const enter = async (): Promise<() => void> => {
    if (running < max) running += 1;
    else if (waiting.length >= maxQueued) throw new HttpError(503);
    else await wait(); // the slot is passed on, so `running` stays the same
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    };
  };

  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    const release = await enter();
    try {
      return await work();
    } finally {
      release();
    }
  };
  return Object.assign(run, { enter });
}
