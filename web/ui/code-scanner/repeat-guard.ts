/** Filters new codes: one that stays in the picture, or returns quickly, counts only once. */
export type RepeatGuard = { isNew: (text: string) => boolean; keep: (text: string) => void };

/** `pause` is how long a code must be out of sight, in ms, before it counts again. */
export function createRepeatGuard(pause = 2000, now: () => number = () => performance.now()): RepeatGuard {
  const lastSeen = new Map<string, number>();
  const keep = (text: string) => void lastSeen.set(text, now());
  const isNew = (text: string) => {
    const before = lastSeen.get(text);
    keep(text);
    return before === undefined || now() - before > pause;
  };
  return { isNew, keep };
}
