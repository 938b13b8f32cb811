import { HttpError } from "#server/refusals/http-error.ts";

/** Lets so much work be done at once; more waits in a queue, and when that is full 503 is thrown. */
export function turnstile({ atOnce, queue }: { atOnce: number; queue: number }) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running += 1;
    else if (waiting.length >= queue) throw new HttpError(503);
    // whoever ends hands the place over, so `running` stays
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
