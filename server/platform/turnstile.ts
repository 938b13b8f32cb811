import { HttpError } from "#server/refusals/http-error.ts";

/** `patience` is how long work waits at most, in ms. */
type Size = { atOnce: number; queue: number; patience?: number };

/** Gives a place back; a second time does nothing. */
type Leave = () => void;

/** Limits concurrent work. Excess work waits in a queue; a full queue, or too long a wait, throws 503. */
export function turnstile({ atOnce, queue, patience }: Size) {
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
      const timer = patience === undefined ? undefined : setTimeout(giveUp, patience);
      waiting.push(enter);
    });

  const enter = async (): Promise<Leave> => {
    if (running < atOnce) running += 1;
    else if (waiting.length >= queue) throw new HttpError(503);
    // who leaves passes the place on, so `running` is unchanged
    else await wait();
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
  return Object.assign(inTurn, {
    enter,
    isFull: () => running >= atOnce && waiting.length >= queue,
    counts: () => ({ running, waiting: waiting.length }),
  });
}
