import { HttpError } from "#server/refusals/http-error.ts";

/** Limits concurrent work. Excess work waits in a queue; a full queue throws 503. */
export function turnstile({ atOnce, queue }: { atOnce: number; queue: number }) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running += 1;
    else if (waiting.length >= queue) throw new HttpError(503);
    // a finished task passes its place on, so `running` is unchanged
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
