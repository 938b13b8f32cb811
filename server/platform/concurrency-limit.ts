import { HttpError } from "#server/refusals/http-error.ts";

/** `atOnce` may work, and `queue` wait, for `timeoutMs` at most. */
type Bounds = { atOnce: number; queue: number; timeoutMs?: number };

/** Limits concurrent work. The rest waits in a queue; a full queue, or too long a wait, throws 503. */
export function concurrencyLimit({ atOnce, queue, timeoutMs }: Bounds) {
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

  /** Returns how to give the place back; a second time does nothing. */
  const enter = async (): Promise<() => void> => {
    if (running < atOnce) running += 1;
    else if (waiting.length >= queue) throw new HttpError(503);
    else await wait(); // who leaves passes the place on, so `running` is unchanged
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    };
  };

  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    const leave = await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
  return Object.assign(inTurn, { enter });
}
