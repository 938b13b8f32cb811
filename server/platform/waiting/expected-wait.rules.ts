const weight = 1 / 16; // of the last work

/** How long work usually takes, after another took this long; what hung counts as `longest` at most. All in ms. */
export function usualAfter(usual: number | undefined, took: number, longest: number): number {
  const counted = Math.min(took, longest);
  return usual === undefined ? counted : usual + (counted - usual) * weight;
}

/** How long the next has to wait, in ms: a place is left `atOnce` times in the time that work usually takes. */
export function expectedWait({ waiting, atOnce, usual }: { waiting: number; atOnce: number; usual: number }): number {
  return ((waiting + 1) * usual) / atOnce;
}
