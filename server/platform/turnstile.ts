import { HttpError } from "#server/refusals/http-error.ts";

/** `patience` is how long work waits at most, in ms. */
type Size = { atOnce: number; queue: number; patience?: number };

/** While it is on, those inside wait for something outside; so do those in the queue then, for this `patience` (ms). */
export type Outage = { isOn: () => boolean; patience: number };

const noOutage: Outage = { isOn: () => false, patience: 0 };
/** Part of that patience; who waited longer in the queue does not begin to wait again inside. */
const late = 0.25;

/** Gives a place back; a second time does nothing. */
type Leave = () => void;

/** Limits concurrent work. Excess work waits in a queue; a full queue, or too long a wait, throws 503. */
export function turnstile({ atOnce, queue, patience }: Size, outage = noOutage) {
  let running = 0;
  const waiting: (() => void)[] = [];

  /** Gives how long it took, in ms. */
  const wait = () =>
    new Promise<number>((resolve, reject) => {
      const since = performance.now();
      const soFar = () => performance.now() - since;
      const enter = () => {
        clearTimeout(timer);
        resolve(soFar());
      };
      let wasOn = outage.isOn();
      const giveUp = () => {
        const isOn = outage.isOn();
        // after it, too: those inside have their work before them
        if ((isOn || wasOn) && soFar() < outage.patience) {
          wasOn = isOn;
          timer = setTimeout(giveUp, patience);
          return;
        }
        waiting.splice(waiting.indexOf(enter), 1);
        reject(new HttpError(503));
      };
      let timer = patience === undefined ? undefined : setTimeout(giveUp, patience);
      waiting.push(enter);
    });
  const passOn = () => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };

  const enter = async (): Promise<Leave> => {
    if (running < atOnce) running += 1;
    else if (waiting.length >= queue) throw new HttpError(503);
    // who leaves passes the place on, so `running` is unchanged
    else if ((await wait()) > outage.patience * late && outage.isOn()) {
      passOn();
      throw new HttpError(503);
    }
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      passOn();
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
