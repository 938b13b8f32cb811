type Rounds = {
  every: number;
  first?: number;
  afterFailure?: number;
  log: { warn(about: object, sentence: string): void };
};

/**
 * Does something again and again, `every` so many ms after it ended (the `first` time so many from now), one at a time; a failure is logged and tried again
 * later. Gives what stops it, which tells the round that is under way, and waits for it.
 */
export function keepDoing(
  what: string,
  round: (stopping: AbortSignal) => Promise<unknown>,
  { every, first = every, afterFailure = 15_000, log }: Rounds,
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const stopping = new AbortController();
  const later = (pause: number) => {
    if (stopping.signal.aborted) return;
    timer = setTimeout(() => {
      running = turn();
    }, pause);
  };
  const turn = async () => {
    try {
      await round(stopping.signal);
      later(every);
    } catch (err) {
      log.warn({ err }, `${what} failed; it is tried again`);
      later(afterFailure);
    }
  };
  later(first);
  return async () => {
    stopping.abort();
    clearTimeout(timer);
    await running;
  };
}
