import { HttpError } from "#server/refusals/http-error.ts";
import { expectedWait, usualAfter } from "./waiting/expected-wait.rules.ts";

/** In ms: `patience` is how long work waits at most; whose wait would be longer than `foreseen` is not let into the queue. */
type Size = { atOnce: number; queue: number; patience?: number; foreseen?: number };

/** While it is on, those inside wait for something outside; so do those in the queue then, for this `patience` (ms). */
export type Outage = { isOn: () => boolean; patience: number };

const noOutage: Outage = { isOn: () => false, patience: 0 };
/** Part of that patience; who waited longer in the queue does not begin to wait again inside. */
const late = 0.25;

/** Gives a place back; a second time does nothing. */
type Leave = () => void;

/** Limits concurrent work. Excess work waits in a queue; a full queue, or too long a wait, throws 503. `now` is in ms. */
export function turnstile(
  { atOnce, queue, patience, foreseen = Infinity }: Size,
  outage = noOutage,
  now = () => performance.now(),
) {
  let running = 0;
  let usual: number | undefined; // ms that work takes
  const waiting: (() => void)[] = [];

  /** Gives how long it took, in ms. */
  const wait = () =>
    new Promise<number>((resolve, reject) => {
      const since = now();
      const soFar = () => now() - since;
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

  const isFull = () => {
    if (running < atOnce) return false;
    if (waiting.length >= queue) return true;
    // who would wait in vain leaves the queue to those who need not; while something is away, nobody knows
    return !outage.isOn() && expectedWait({ waiting: waiting.length, atOnce, usual: usual ?? 0 }) > foreseen;
  };

  const enter = async (): Promise<Leave> => {
    if (isFull()) throw new HttpError(503);
    if (running < atOnce) running += 1;
    // who leaves passes the place on, so `running` is unchanged
    else if ((await wait()) > outage.patience * late && outage.isOn()) {
      passOn();
      throw new HttpError(503);
    }
    const since = now();
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      usual = usualAfter(usual, now() - since, foreseen);
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
    isFull,
    counts: () => ({ running, waiting: waiting.length }),
  });
}
